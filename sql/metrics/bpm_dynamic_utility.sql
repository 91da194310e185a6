/*
name     = "BPM_dynamic_utility"
title    = "Expected utility of dynamic BPM"
family   = "utility"
about    = """
    How much the user of BPM_dynamic gains in all."""
formula  = """
    g(1) + ... + g(s); s the first rank i <= k where g(1) + ... + g(i) >= T + hb h(i) or c(1) + ... + c(i) >= budget
    + hc h(i), or k; h(i) = g(1) - medium + ... + g(i - 1) - medium; c(i) is what the document costs; g(i) =
    (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range    = [0, inf]
better   = "higher"
monotone = false
cite     = """
    Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating web search with a Bejeweled player model, SIGIR 2017, the dynamic
    model, with gains and costs as Azzopardi, Thomas and Moffat have them, cwl_eval, SIGIR 2019.
    doi:10.1145/3077136.3080841"""

[parameters]
T          = { type = "goal" }
budget     = { type = "change" }
hb         = { type = "change" }
hc         = { type = "change" }
medium     = { type = "change" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
other_cost = { type = "costs" }
k          = { type = "thousandth" }
*/
select run, query_id, gained as value
from ({{ dynamic_stops() }})
/*
example = [
    ["Relevant at ranks 2 and 4: after rank 1 half a document is hoped for.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], value = 1.000000 }],
    ["Each rank that is worth nothing makes her less patient: 1 + ... of 10 - (i - 1) / 2.",
        { ranking = [0, 0, 0], missed = [1], with = { T = 50, hb = 0 }, value = 0.000000 }],
    ["Documents that are worth something make her hope for more, and pay more; the sixth costs too much.",
        { ranking = [1, 1, 1, 1, 1, 1, 1], costs = [1, 2, 3, 1, "?", 8, 1], value = 6.000000 },
        { with = { T = 5, hb = 1, hc = 2 } }],
    ["hb = hc = 0 is the static model, with a budget that costs use up.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 1.500000 },
        { with = { min_rel = 1, max_rel = 3, T = 2, budget = 7, hb = 0, hc = 0 } }],
    ["Hopes fall below the ranking, until nothing is hoped for.",
        { ranking = [0, 1], with = { T = 4, hb = 0.4, hc = 0, budget = 100, medium = 0.25 }, value = 1.000000 }],
    ["Nothing ends it but the last rank.",
        { ranking = [1, 0], costs = [0, 5], value = 1.000000 },
        { with = { T = 4, hb = 0, hc = 0, budget = 100, other_cost = 0, k = 20 } }],
    ["Patience falls with every rank that costs nothing.",
        { ranking = [1, "?", 0], costs = ["?", "?", 3], value = 1.000000 },
        { with = { T = 9, hb = 0, hc = 0.5, budget = 6, other_cost = 0 } }],
    ["Relevant below the last rank.",
        { ranking = [0, 0, 0.5, 1], with = { T = 4, hb = 0, hc = 0, budget = 100, k = 3 }, value = 0.500000 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], value = 0.000000 }],
]
*/
