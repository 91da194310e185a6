/*
name     = "NERR8"
title    = "Nearly expected reciprocal rank, undiscounted"
family   = "utility"
about    = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on, to rank k at most."""
formula  = """
    Σ g(i) a(i) over Σ a(i), i = 1..k; a(i) = Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel -
    min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
residual = "NERR8_residual"
cite     = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 8. doi:10.1145/3471158.3472239"
needs    = "relevant"

[parameters]
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "stop" }

[peers]
ir_measures = "NERR8(min_rel={min_rel},max_rel={max_rel})@{k}"
*/
select
    run,
    query_id,
    sum(reached * stops order by rank asc)
    -- who is stopped looks at none of the ranks below
    / (
        $k
        - sum(reached * stops * ($k - rank) order by rank asc)
    ) as value
from ({{ cascade(stopping(scaled())) }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], with = { k = 10 }, value = 0.500000 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { k = 10, min_rel = 1, max_rel = 3 }, value = 0.285714 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.333333 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { k = 10 }, value = 1.000000 }],
]
*/
