/*
name    = "NERR8_utility"
title   = "Expected utility of NERR8"
family  = "utility"
about   = """
    How much the user of NERR8 gains in all; NERR8 is this over the documents that she is expected to look at."""
formula = """
    Σ g(i) a(i), i = 1..k; a(i) = Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0
    to 1"""
range   = [0, 1]
better  = "higher"
cite    = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 8. doi:10.1145/3471158.3472239"
needs   = "relevant"

[parameters]
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "stop" }
*/
select run, query_id, least(sum(reached * stops order by rank asc), 1) as value
from ({{ cascade(stopping(scaled())) }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], with = { k = 10 }, value = 1.000000 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { k = 10, min_rel = 1, max_rel = 3 }, value = 1.000000 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 1.000000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { k = 10 }, value = 1.000000 }],
    ["Grades to 3, none of which satisfies for sure.",
        { ranking = [1, 0, 2], with = { k = 10, max_rel = 3 }, value = 0.777778 }],
    ["The third document satisfies everyone: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [2, 5, 6], with = { k = 10, max_rel = 6 }, value = 1.0000000000000000 }],
]
*/
