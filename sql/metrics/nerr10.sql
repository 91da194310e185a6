/*
name     = "NERR10"
title    = "Nearly expected reciprocal rank, with patience"
family   = "utility"
about    = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on with probability p."""
formula  = """
    Σ g(i) a(i) over Σ a(i), i = 1..k; a(i) = p^(i - 1) Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) /
    (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
residual = "NERR10_residual"
cite     = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 10. doi:10.1145/3471158.3472239"
needs    = "relevant"

[parameters]
p       = { type = "DOUBLE", default = 0.9, within = "[0, 1)", about = """
    probability of reading on to the next document""" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "last" }

[peers]
ir_measures = "NERR10(p={p},min_rel={min_rel},max_rel={max_rel})"
*/
select
    run,
    query_id,
    least(
        sum(reached * stops * pow($p, rank - 1) order by rank asc)
        -- who is stopped looks at none of the ranks below
        / (
            {{ geometric_below('0') }}
            - sum(reached * stops * {{ geometric_below('rank') }} order by rank asc)
        ),
        1
    ) as value
from ({{ cascade(stopping(scaled())) }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], value = 0.473684 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, p = 0.5 }, value = 0.103448 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.298893 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { p = 0.5 }, value = 1.000000 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], value = 0.000001 },
        { with = { k = 40, max_rel = 2, p = 0.5 } }],
    ["All that is looked at is worth 1: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [1], with = { k = 3 }, value = 1.0000000000000000 }],
]
*/
