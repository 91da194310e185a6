/*
name    = "NERR9_examined"
title   = "Documents examined in NERR9"
family  = "utility"
about   = "How many documents the user of NERR9 is expected to look at."
formula = """
    Σ a(i), i = 1..k; a(i) = 1/i Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to
    1"""
range   = [1, inf]
better  = "neither"
cite    = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 9. doi:10.1145/3471158.3472239"
needs   = "relevant"

[parameters]
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "stop" }
*/
select run, query_id, ({{ harmonic('$k') }} - coalesce(skipped, 0)) as value
from topics
left join
    (
        -- who is stopped looks at none of the ranks below
        select
            run,
            query_id,
            sum(reached * stops * {{ harmonic_below('rank') }} order by rank asc) as skipped
        from ({{ cascade(stopping(scaled())) }})
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], with = { k = 10 }, value = 1.500000 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { k = 10, min_rel = 1, max_rel = 3 }, value = 1.958333 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 1.833333 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { k = 10 }, value = 1.000000 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { k = 5 }, value = 2.283333 }],
]
*/
