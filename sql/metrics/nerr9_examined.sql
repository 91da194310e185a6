/*
name    = "NERR9_examined"
title   = "Documents examined in NERR9"
family  = "utility"
about   = "How many documents the user of NERR9 is expected to look at."
formula = "Σ a(i), i = 1..k; a(i) = 1/i Π (1 - g(j)), j = 1..i - 1; g(i) as NERR9 has it"
range   = [1, inf]
better  = "neither"
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 9. doi:10.1145/3471158.3472239"""
needs   = "relevant"

[parameters]
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", required = true }
*/
select
    run,
    query_id,
    ({{ harmonic('$k') }} - coalesce(skipped, 0)) as value
from topics
left join
    (
        -- who is stopped looks at none of the ranks below
        select run, query_id, sum(reached * stops * ({{ harmonic('$k') }} - {{ harmonic('rank') }}) order by rank asc) as skipped
        from ({{ cascade(stopping(scaled())) }})
        group by all
    )
    using (run, query_id)
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
with    = { k = 10 }
value   = 2
*/
