/*
name    = "INSQ_utility"
title   = "Expected utility of INSQ"
family  = "utility"
about   = "How much the user of INSQ gains in all; INSQ is this over the documents that she is expected to look at."
formula = """
    Σ g(i) a(i), i = 1..k; a(i) = (2 T / (i - 1 + 2 T))^2; g(i) = (relevance - min_rel) / (max_rel - min_rel), from
    0 to 1"""
range   = [0, inf]
better  = "higher"
cite    = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092"""
needs   = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "last" }
*/
select
    run,
    query_id,
    4 * $T * $T * sum({{ scaled() }} / pow(rank - 1 + 2 * $T, 2) order by rank asc) as value
from judged
where rank <= $k
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], value = 0.604444 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, T = 2 }, value = 0.673753 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.250000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { T = 2 }, value = 1.444444 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], value = 0.027923 },
        { with = { k = 40, max_rel = 2, T = 2 } }],
    ["Grades to 3, none of which satisfies for sure.",
        { ranking = [1, 0, 2], with = { max_rel = 3 }, value = 0.500000 }],
]
*/
