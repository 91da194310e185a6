/*
name     = "P_plus"
title    = "P-plus"
family   = "q-measure"
about    = """
    The blended ratio of the Q-measure, averaged over the relevant documents down to the preferred rank, the first of
    the highest level that the ranking holds."""
formula  = """
    P+ = 1/c(rp) Σ rel(i) BR(i), i = 1..rp, rp the first rank of the highest level in the run; BR(i) = (beta cg(i) +
    c(i)) / (beta cg*(i) + i)"""
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Sakai, On the properties of evaluation metrics for finding one highly relevant document, IPSJ Digital Courier 3,
    2007."""
papers   = ["Sakai 2006"]
aliases  = ["PPlusMeasure"]

[parameters]
beta  = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = """
    weight of gains relative to the count of relevant documents""" }
gains = { type = "gains" }
rel   = { type = "relevance" }
*/
select run, query_id, avg(($beta * cg + hits) / ($beta * ideal_cg + rank) order by rank asc) as value
from
    (
        select *, first_value(rank) over (partition by run, query_id order by relevance desc, rank asc) as preferred
        from ({{ cumulated() }})
    )
where relevance >= $rel and rank <= preferred
group by all
/*
example = [
    ["Grades 0, 1, 0, 3, 2 over the recall base 3, 3, 3, 2, 2, 2, 1, 1, 1, 1: (BR(2) + BR(4)) / 2 = (.25 + .4) / 2.",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], value = 0.325 }],
    ["A relevant document below the preferred rank plays no part: (3 + 1) / (3 + 1) at rank 1.",
        { ranking = [3, 0, 0, 2], value = 1 }],
    ["Nothing relevant is found.", { ranking = [0, 0], missed = [1], value = 0 }],
    ["Of two at the highest level the first ends the ranking.", { ranking = [1, 0, 1], value = 1 }],
    ["Grade 1 gains, and is not relevant: of rank 2 alone, (3 + 1) / (3 + 2).",
        { ranking = [1, 2], with = { rel = 2 }, value = 0.8 }],
]
*/
