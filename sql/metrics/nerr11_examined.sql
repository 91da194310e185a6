/*
name    = "NERR11_examined"
title   = "Documents examined in NERR11"
family  = "utility"
about   = "How many documents the user of NERR11 is expected to look at."
formula = "Σ a(i), i = 1..k; a(i) = (2 T / (i - 1 + 2 T))^2 Π (1 - g(j)), j = 1..i - 1; g(i) as NERR11 has it"
range   = [1, inf]
better  = "neither"
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 11. doi:10.1145/3471158.3472239"""
needs   = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }
*/
select
    run,
    query_id,
    4 * $T * $T * ({{ insq_from('(2 * $T)') }} - coalesce(skipped, 0)) as value
from topics
left join
    (
        -- who is stopped looks at none of the ranks below
        select run, query_id, sum(reached * stops * {{ insq_from('(rank + 2 * $T)') }} order by rank asc) as skipped
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
