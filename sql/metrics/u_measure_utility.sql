/*
name     = "U_measure_utility"
title    = "Expected utility of U_measure"
family   = "utility"
about    = """
    How much the user of U_measure gains in all."""
formula  = """
    Σ g(i) a(i), i = 1..k; a(i) = max(0, 1 - (c(1) + ... + c(i - 1)) / L); c(i) is what the document costs; g(i) =
    (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range    = [0, inf]
better   = "higher"
monotone = false
cite     = """
    Sakai and Dou, Summaries, ranked retrieval and sessions, SIGIR 2013, with gains and costs as Azzopardi, Thomas and
    Moffat have them, cwl_eval, SIGIR 2019. doi:10.1145/2484028.2484031"""

[parameters]
L          = { type = "fading" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
other_cost = { type = "costs" }
k          = { type = "thousandth" }
*/
select run, query_id, sum(looks * worth order by rank asc) as value
from ({{ faded_evenly() }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { L = 20 }, value = 1.600000 }],
    ["Half-way between the ends of the scale, and beyond them; three documents are looked at.",
        { ranking = [2, 0, 4, 1], missed = [1], costs = [1.5, 0.5, 2.5, 4], value = 1.214286 },
        { with = { L = 7, min_rel = 1, max_rel = 3, other_cost = 2, k = 3 } }],
    ["Documents whose cost is not given cost nothing; all has been read at the last.",
        { ranking = [0, 1, 1, "?", 1], missed = [1], costs = ["?", 3, "?", "?", 2], value = 1.800000 },
        { with = { L = 5, other_cost = 0, k = 8 } }],
    ["All has been read before the fourth document.",
        { ranking = [0, 1, "?", 1, 1], missed = [1], costs = ["?", 3, 9, "?", 2], value = 1.000000 },
        { with = { L = 8, other_cost = 0, k = 8 } }],
    ["Text ends within the ranking, between two documents whose cost is given.",
        { ranking = [1, "?", "?", "?", 1, 1], missed = [1], costs = ["?", "?", "?", "?", "?", 2], value = 1.000000 },
        { with = { L = 3.5, k = 8 } }],
    ["All has been read two ranks below the second relevant document.",
        { ranking = [1, "?", 1], missed = [1], with = { L = 9, other_cost = 2, k = 8 }, value = 1.555556 }],
    ["By default.", { ranking = [1, "?", 1], missed = [1], costs = [300, 200, 60], value = 1.500000 }],
    ["A document that is not judged costs much, and the one below the last rank more.",
        { ranking = ["?", 1, "?", 1, 1], missed = [1], costs = [0, "?", 9, "?", 20], value = 1.125000 },
        { with = { L = 12, other_cost = 1.5, k = 4 } }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { L = 2, k = 3 }, value = 0.000000 }],
]
*/
