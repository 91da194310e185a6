/*
name    = "RBP_gain"
title   = "Rank-biased gain"
family  = "utility"
about   = """
    The rate at which a user who reads on with probability p gains, in the gains as they are: RBP of graded relevance,
    not as a share of the highest gain. Of relevance 0 and 1 it is RBP. ranx and trectools call this RBP."""
formula = "RBP_gain@k = (1 - p) Σ g(i) p^(i - 1), i = 1..k"
range   = [0, inf]
better  = "higher"
cite    = """
    Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.7, before gains are scaled, doi:10.1145/1416950.1416952; Bassani,
    ranx, ECIR 2022, doi:10.1007/978-3-030-99739-7_30"""
needs   = "relevant"

[parameters]
p     = { type = "DOUBLE", default = 0.8, within = "[0, 1)", about = "probability of reading on to the next document" }
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
select run, query_id, (1 - $p) * sum(pow($p, rank - 1) * {{ gain() }} order by rank asc) as value
from judged
where rank <= $k
group by all
/*
example = [
    ["Grades 2 and 1 at ranks 1 and 3: .2 (2 + .64 1).", { ranking = [2, 0, 1], value = 0.528 }],
    ["It may be above 1: .5 (3 + .5 3).", { ranking = [3, 3], with = { p = 0.5 }, value = 2.25 }],
    ["The last at the cutoff, and one below it: .5 (1 + .5).",
        { ranking = [1, 1, 1], with = { p = 0.5, k = 2 }, value = 0.75 }],
    ["Relevant documents may gain other numbers: .5 (5 + .5 1).",
        { ranking = [2, 1], with = { p = 0.5, gains = "0-1-5" }, value = 2.75 }],
]
*/
