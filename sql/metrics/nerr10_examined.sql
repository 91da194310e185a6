/*
name    = "NERR10_examined"
title   = "Documents examined in NERR10"
family  = "utility"
about   = "How many documents the user of NERR10 is expected to look at."
formula = """
    Σ a(i), i = 1..k; a(i) = p^(i - 1) Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel),
    from 0 to 1"""
range   = [1, inf]
better  = "neither"
cite    = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 10. doi:10.1145/3471158.3472239"
needs   = "relevant"

[parameters]
p       = { type = "DOUBLE", default = 0.9, within = "[0, 1)", about = """
    probability of reading on to the next document""" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "last" }
*/
select run, query_id, greatest(({{ geometric_below('0') }} - coalesce(skipped, 0)), 1) as value
from topics
left join
    (
        -- who is stopped looks at none of the ranks below
        select
            run,
            query_id,
            sum(reached * stops * {{ geometric_below('rank') }} order by rank asc) as skipped
        from ({{ cascade(stopping(scaled())) }})
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], value = 1.900000 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, p = 0.5 }, value = 1.812500 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 2.710000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { p = 0.5 }, value = 1.000000 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { k = 5 }, value = 4.095100 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], value = 1.999999 },
        { with = { k = 40, max_rel = 2, p = 0.5 } }],
    ["Who is stopped at rank 1 looks at one document, though rounding makes it less.",
        { ranking = [1], with = { p = 0.72, k = 3 }, value = 1.0000000000000000 }],
]
*/
