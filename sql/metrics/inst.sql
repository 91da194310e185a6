/*
name     = "INST"
title    = "INST"
family   = "utility"
about    = """
    The rate at which a user gains who hopes for T documents worth 1, and goes on the more readily the deeper she
    is and the less she has gained."""
formula  = """
    Σ g(i) a(i) over Σ a(i), i = 1..k; a(1) = 1, a(i + 1) = a(i) ((i + b(i) - 1) / (i + b(i)))^2; b(i) = 2 T less
    the gain of the first i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
residual = "INST_residual"
cite     = """
    Moffat, Bailey, Scholer and Thomas, INST: an adaptive metric for information retrieval evaluation, ADCS 2015.
    doi:10.1145/2838931.2838938"""
needs    = "relevant"

[parameters]
T       = { type = "goal", within = "(0.5, 1000000000]" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "last" }

[peers]
ir_measures = "INST(T={T:},min_rel={min_rel},max_rel={max_rel})"
*/
select
    run,
    query_id,
    least(sum(reached * worth order by rank asc) / sum(reached * length order by rank asc), 1) as value
from ({{ stretches() }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], value = 0.272744 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, T = 2 }, value = 0.168219 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.147541 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { T = 2 }, value = 0.425356 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], value = 0.006689 },
        { with = { k = 40, max_rel = 2, T = 2 } }],
]
*/
