/*
name    = "INST_examined"
title   = "Documents examined in INST"
family  = "utility"
about   = "How many documents the user of INST is expected to look at."
formula = """
    Σ a(i), i = 1..k; a(1) = 1, a(i + 1) = a(i) ((i + b(i) - 1) / (i + b(i)))^2; b(i) = 2 T less the gain of the
    first i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range   = [1, inf]
better  = "neither"
cite    = """
    Moffat, Bailey, Scholer and Thomas, INST: an adaptive metric for information retrieval evaluation, ADCS 2015.
    doi:10.1145/2838931.2838938"""
needs   = "relevant"

[parameters]
T       = { type = "goal", within = "(0.5, 1000000000]" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "last" }
*/
select run, query_id, sum(reached * length order by rank asc) as value
from ({{ stretches() }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], value = 2.036909 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, T = 2 }, value = 3.889859 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 1.694444 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { T = 2 }, value = 3.197320 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { k = 5 }, value = 1.965556 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], value = 4.167589 },
        { with = { k = 40, max_rel = 2, T = 2 } }],
    ["To rank 1 alone.", { ranking = [0], missed = [1], with = { T = 3, k = 1 }, value = 1.0000000000000000 }],
    ["Who hopes for hardly more than the first document gives: at rank 2 hope is 0 to the last bit.",
        { ranking = [1, 1], with = { T = 0.5000000000000001 }, value = 1.0 }],
]
*/
