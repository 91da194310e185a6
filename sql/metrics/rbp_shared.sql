/*
name     = "RBP_shared"
title    = "Rank-biased precision, ties shared"
family   = "utility"
about    = """
    RBP that does not depend on how ties are broken: documents of the same score share the weight of their ranks
    evenly, as they share what a cutoff among them leaves."""
formula  = """
    Σ g(i) w(i), a document tied over ranks a to b weighing w = (p^(a - 1) - p^b) / (b - a + 1), times (k - a + 1) /
    (b - a + 1) if k < b"""
range    = [0, 1]
better   = "higher"
residual = "RBP_shared_residual"
cite     = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.7. doi:10.1145/1416950.1416952"
papers   = ["Moffat and Zobel 2008"]
needs    = "relevant"
ties     = "no order changes it"

[parameters]
p     = { type = "persistence" }
rel   = { type = "worth" }
top   = { type = "worth" }
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
select run, query_id, sum({{ worth() }} * {{ shared_weight() }} order by rank asc) as value
from judged
where relevance > 0 and tied_from <= $k
group by all
/*
example = [
    ["One relevant document, then three tied ones, one of them relevant: 1/2 + (1/4 + 1/8 + 1/16) / 3.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { p = 0.5 }, value = 0.645833 }],
    ["A cutoff after the first of the three leaves each a third of that: 1/2 + 7/48 1/3.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { p = 0.5, k = 2 }, value = 0.548611 }],
    ["Graded gains of a scale to 4, tied in twos: (1/2 + 1/4) / 2 3/4 + (1/8 + 1/16) / 2 1/4.",
        { ranking = [0, 3, 1, "?"], scores = [2, 2, 1, 1], with = { p = 0.5, top = 4 }, value = 0.3046875 }],
    ["Without ties it is RBP.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.188132 },
        { with = { p = 0.95 } }],
    ["Relevant down to the cutoff, and below it: .5 + .25.",
        { ranking = [1, 1, 1, 1], with = { p = 0.5, k = 2 }, value = 0.75 }],
]
*/
