/*
name     = "TBG_utility"
title    = "Expected utility of TBG"
family   = "utility"
about    = """
    How much the user of TBG gains in all."""
formula  = """
    Σ g(i) a(i), i = 1..k; a(i) = 2^(-(c(1) + ... + c(i - 1)) / h); c(i) is what the document costs; g(i) = (relevance
    - min_rel) / (max_rel - min_rel), from 0 to 1"""
range    = [0, inf]
better   = "higher"
monotone = false
cite     = """
    Smucker and Clarke, Time-based calibration of effectiveness measures, SIGIR 2012, with gains and costs as
    Azzopardi, Thomas and Moffat have them, cwl_eval, SIGIR 2019. doi:10.1145/2348283.2348300"""

[parameters]
h          = { type = "fading" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
other_cost = { type = "costs" }
k          = { type = "thousandth" }
*/
select run, query_id, sum(looks * worth order by rank asc) as value
from ({{ faded_by_half() }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { h = 4 }, value = 1.060660 }],
    ["Half-way between the ends of the scale, and beyond them; three documents are looked at.",
        { ranking = [2, 0, 4, 1], missed = [1], costs = [1.5, 0.5, 2.5, 4], value = 1.074349 },
        { with = { h = 2.5, min_rel = 1, max_rel = 3, other_cost = 2, k = 3 } }],
    ["Documents whose cost is not given cost nothing.",
        { ranking = [0, 1, 1, "?", 1], missed = [1], costs = ["?", 3, "?", "?", 2], value = 2.000000 },
        { with = { h = 3, other_cost = 0, k = 8 } }],
    ["Without costs it is that of rank-biased precision, of p = 2^(-1 / h).",
        { ranking = [1, 0, 1], missed = [1], with = { h = 1, k = 6 }, value = 1.250000 }],
    ["By default.", { ranking = [1, "?", 1], missed = [1], costs = [30, 20, 60], value = 1.856655 }],
    ["A document that is not judged costs much, and the one below the last rank more.",
        { ranking = ["?", 1, "?", 1, 1], missed = [1], costs = [0, "?", 9, "?", 20], value = 1.297302 },
        { with = { h = 6, other_cost = 1.5, k = 4 } }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { h = 2, k = 3 }, value = 0.000000 }],
]
*/
