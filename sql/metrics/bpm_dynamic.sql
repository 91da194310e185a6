/*
name     = "BPM_dynamic"
title    = "Bejeweled player model, dynamic"
family   = "utility"
about    = """
    The rate at which a user gains who stops when she has gained what she hopes for, or paid what she is willing to
    pay; both rise with documents that are worth more than medium, and fall with others."""
formula  = """
    g(1) + ... + g(s), over s; s the first rank i <= k where g(1) + ... + g(i) >= T + hb h(i) or c(1) + ... + c(i)
    >= budget + hc h(i), or k; h(i) = g(1) - medium + ... + g(i - 1) - medium; c(i) is what the document costs; g(i)
    = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
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
select run, query_id, gained / stops as value
from ({{ dynamic_stops() }})
/*
example = [
    ["Relevant at ranks 2 and 4: after rank 1 half a document is hoped for.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], value = 0.500000 }],
    ["Each rank that is worth nothing makes her less patient: 1 + ... of 10 - (i - 1) / 2.",
        { ranking = [0, 0, 0], missed = [1], with = { T = 50, hb = 0 }, value = 0.000000 }],
    ["Documents that are worth something make her hope for more, and pay more; the sixth costs too much.",
        { ranking = [1, 1, 1, 1, 1, 1, 1], costs = [1, 2, 3, 1, "?", 8, 1], value = 1.000000 },
        { with = { T = 5, hb = 1, hc = 2 } }],
    ["hb = hc = 0 is the static model, with a budget that costs use up.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 0.375000 },
        { with = { min_rel = 1, max_rel = 3, T = 2, budget = 7, hb = 0, hc = 0 } }],
    ["Hopes fall below the ranking, until nothing is hoped for.",
        { ranking = [0, 1], with = { T = 4, hb = 0.4, hc = 0, budget = 100, medium = 0.25 }, value = 0.028571 }],
    ["Nothing ends it but the last rank.",
        { ranking = [1, 0], costs = [0, 5], value = 0.050000 },
        { with = { T = 4, hb = 0, hc = 0, budget = 100, other_cost = 0, k = 20 } }],
    ["Patience falls with every rank that costs nothing.",
        { ranking = [1, "?", 0], costs = ["?", "?", 3], value = 0.066667 },
        { with = { T = 9, hb = 0, hc = 0.5, budget = 6, other_cost = 0 } }],
    ["Relevant below the last rank.",
        { ranking = [0, 0, 0.5, 1], with = { T = 1.5, hb = 0, hc = 0, budget = 100, k = 3 }, value = 0.166667 }],
    ["At rank 3 she has paid what she is willing to pay there, after two ranks that were worth nothing.",
        { ranking = [0, "?", 1, 1, 2], costs = [2, 2, 0, "?", "?"], value = 0.333333 },
        { with = { T = 9, budget = 8, hb = 0.5, hc = 4, other_cost = 2, k = 8 } }],
    ["The budget is used up at rank 2, just above a document that costs nothing.",
        { ranking = [2, "?", 1], costs = ["?", "?", 0], value = 0.250000 },
        { with = { T = 3, budget = 2, hb = 0.5, hc = 0, medium = 0.25, min_rel = 1, max_rel = 3, k = 8 } }],
    ["The first document is all that is hoped for.",
        { ranking = [1], with = { budget = 2, hb = 0.5, hc = 0, k = 5 }, value = 1.000000 }],
    ["With medium = 0 nothing makes her less patient, and the budget is used up below the ranking.",
        { ranking = [1], costs = [2], value = 0.125000 },
        { with = { T = 2, budget = 8, hb = 0, hc = 0.5, medium = 0, k = 20 } }],
    ["Hopes and patience fall below the ranking, to what was gained between two ranks.",
        { ranking = [2], costs = [0], value = 0.142857 },
        { with = { T = 4, budget = 2, medium = 0.75, hc = 0.5, other_cost = 0, k = 8 } }],
    ["On a scale of 2, half of what it says is gained.",
        { ranking = [2, 1, 0], costs = [3, 2.5, 2], value = 0.250000 },
        { with = { T = 4, budget = 5, hb = 0, hc = 2, min_rel = 1, max_rel = 3 } }],
    ["What costs much below the last rank is not reached.",
        { ranking = ["?", 1, 0, "?"], costs = [1, 2.5, 2.5, 4], value = 0.333333 },
        { with = { T = 3, budget = 8, hb = 2, hc = 0.25, other_cost = 0.5, k = 3 } }],
    ["A document that is worth nothing costs more than is left.",
        { ranking = [1, "?"], costs = ["?", 9], with = { T = 4, budget = 5 }, value = 0.500000 }],
    ["At rank 31 she is just short of what she hopes for, and willing to pay; the next document gains too.",
        { ranking = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            1], with = { T = 1.52, budget = 28.52, medium = 0.05 }, value = 0.156250 }],
    ["The last of 63 documents is all that was still hoped for.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            3], with = { T = 1.5, budget = 100, hb = 0, min_rel = 1, max_rel = 3 }, value = 0.023810 }],
    ["At rank 61 she has all but used up her budget; the three documents below cost nothing.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], costs = [
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0,
            1], with = { budget = 61.5, hb = 0, hc = 0 }, value = 0.015385 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], value = 0.000000 }],
]
*/
