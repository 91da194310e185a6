/*
name    = "NERR10_utility"
title   = "Expected utility of NERR10"
family  = "utility"
about   = """
    How much the user of NERR10 gains in all; NERR10 is this over the documents that she is expected to look at."""
formula = """
    Σ g(i) a(i), i = 1..k; a(i) = p^(i - 1) Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel -
    min_rel), from 0 to 1"""
range   = [0, 1]
better  = "higher"
cite    = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 10. doi:10.1145/3471158.3472239"
needs   = "relevant"

[parameters]
p       = { type = "DOUBLE", default = 0.9, within = "[0, 1)", about = """
    probability of reading on to the next document""" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "last" }
*/
select run, query_id, sum(reached * stops * pow($p, rank - 1) order by rank asc) as value
from ({{ cascade(stopping(scaled())) }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], value = 0.900000 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, p = 0.5 }, value = 0.187500 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.810000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { p = 0.5 }, value = 1.000000 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], value = 0.000001 },
        { with = { k = 40, max_rel = 2, p = 0.5 } }],
    ["Grades to 3, none of which satisfies for sure.",
        { ranking = [1, 0, 2], with = { max_rel = 3 }, value = 0.693333 }],
]
*/
