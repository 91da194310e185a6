/*
name     = "IFT_utility"
title    = "Expected utility of IFT"
family   = "utility"
about    = """
    How much the user of IFT gains in all."""
formula  = """
    Σ g(i) a(i), i = 1..k; a(i) = C(1) ... C(i - 1), C(i) = (1 - 1 / (1 + b1 e^((T - y) R1))) / (1 + b2 e^((A - y / x)
    R2)), or one of the two factors, as heeds says; y = g(1) + ... + g(i), x = c(1) + ... + c(i); c(i) is what the
    document costs; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range    = [0, inf]
better   = "higher"
monotone = false
cite     = """
    Azzopardi, Thomas and Craswell, Measuring the utility of search engine result pages, SIGIR 2018, with costs as
    Azzopardi, Thomas and Moffat have them, cwl_eval, SIGIR 2019. doi:10.1145/3209978.3210027"""

[parameters]
heeds      = { type = "foraging" }
T          = { type = "goal", default = 2 }
b1         = { type = "foraging" }
R1         = { type = "foraging" }
A          = { type = "foraging" }
b2         = { type = "foraging" }
R2         = { type = "foraging" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
other_cost = { type = "costs", idle = "heeds == 'goal'" }
k          = { type = "thousandth" }
*/
select run, query_id, sum(looks * worth order by rank asc) as value
from ({{ foraged() }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], value = 0.470975 }],
    ["By what is gained alone.",
        { ranking = [1, 0, 1, 1], missed = [1], costs = [1, 2, "?", 4], value = 1.383477 },
        { with = { heeds = "goal", T = 1.5, b1 = 0.5, R1 = 2, k = 6 } }],
    ["By how fast it is gained alone; the first document costs nothing.",
        { ranking = [1, 0, "?", 1], missed = [1], costs = [0, 2, "?", 4], value = 1.531426 },
        { with = { heeds = "rate", A = 0.3, b2 = 0.5, R2 = 2, k = 7, other_cost = 0.5 } }],
    ["Half-way between the ends of the scale, and beyond them; three documents are looked at.",
        { ranking = [2, 0, 4, 1], missed = [1], costs = [1.5, 0.5, 2.5, 4], value = 0.785072 },
        { with = { T = 1, b1 = 2, R1 = 0.5, A = 0.4, b2 = 0.25, R2 = 3, min_rel = 1, max_rel = 3, other_cost = 2 } },
        { with = { k = 3 } }],
    ["Documents whose cost is not given cost nothing.",
        { ranking = [0, 1, 1, "?", 1], missed = [1], costs = ["?", 3, "?", "?", 2], value = 0.546076 },
        { with = { other_cost = 0, k = 8, R2 = 2 } }],
    ["What is gained and how fast are no matter: rank-biased precision.",
        { ranking = [1, 0, 1], missed = [1], with = { R1 = 0, R2 = 0, k = 6 }, value = 1.062154 }],
    ["A user who stops for certain when she has gained T.",
        { ranking = [1, 0, 1, 1], missed = [1], value = 2.666667 },
        { with = { heeds = "goal", R1 = 1000, b1 = 2, k = 6 } }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { k = 3 }, value = 0.000000 }],
    ["A user who stops for certain when she gains more slowly than A.",
        { ranking = [1, 1, 0, 0, 1], missed = [1], costs = [1, 1, 1, 1, 1], value = 2.000000 },
        { with = { heeds = "rate", A = 0.6, R2 = 1000, b2 = 3, k = 6 } }],
]
*/
