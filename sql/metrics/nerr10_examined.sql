/*
name    = "NERR10_examined"
title   = "Documents examined in NERR10"
family  = "utility"
about   = "How many documents the user of NERR10 is expected to look at."
formula = "Σ a(i), i = 1..k; a(i) = p^(i - 1) Π (1 - g(j)), j = 1..i - 1; g(i) as NERR10 has it"
range   = [1, inf]
better  = "neither"
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 10. doi:10.1145/3471158.3472239"""
needs   = "relevant"

[parameters]
p       = { type = "DOUBLE", default = 0.9, within = "[0, 1)", about = "probability of reading on to the next document" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }
*/
select
    run,
    query_id,
    ((1 - pow($p, $k)) / (1 - $p) - coalesce(skipped, 0)) as value
from topics
left join
    (
        -- who is stopped looks at none of the ranks below
        select run, query_id, sum(reached * stops * (pow($p, rank) - pow($p, $k)) / (1 - $p) order by rank asc) as skipped
        from ({{ cascade(stopping(scaled())) }})
        group by all
    )
    using (run, query_id)
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
value   = 2
*/
