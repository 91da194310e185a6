/*
name     = "O_measure"
title    = "O-measure"
family   = "q-measure"
about    = """
    The blended ratio of the Q-measure at the rank of the first relevant document: for who needs one, and the better
    the better."""
formula  = """
    O_measure = BR(r1), r1 the rank of the first relevant document; BR(i) = (beta cg(i) + c(i)) / (beta cg*(i) + i)"""
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Sakai, On the properties of evaluation metrics for finding one highly relevant document, IPSJ Transactions on
    Databases 48 (SIG 9), 2007."""
papers   = ["Sakai 2006"]
aliases  = ["OMeasure"]

[parameters]
beta  = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = """
    weight of the gains against the count of relevant documents""" }
gains = { type = "gains" }
rel   = { type = "relevance" }
*/
select
    run,
    query_id,
    ($beta * cg + hits) / ($beta * ideal_cg + rank) as value
from ({{ cumulated() }})
where relevance >= $rel and hits = 1
/*
example = [
    ["Grades 0, 1, 0, 3, 2 over the recall base 3, 3, 3, 2, 2, 2, 1, 1, 1, 1: BR(2) = (1 + 1) / (6 + 2).",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], value = 0.25 }],
    ["With beta = 0 it is the reciprocal rank.",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], with = { beta = 0 }, value = 0.5 }],
    ["Nothing relevant is found.", { ranking = [0, 0], missed = [1], value = 0 }],
    ["Past the ideal ranking: (1 + 1) / (1 + 3).", { ranking = [0, "?", 1], value = 0.5 }],
    ["The first relevant document has grade 2 at rank 2: (2 * 2 + 1) / (2 * 2 + 2).",
        { ranking = [0, 2], with = { beta = 2 }, value = 0.833333 }],
    ["Grade 1 gains, and is not relevant: the first relevant document is at rank 2, (3 + 1) / (3 + 2).",
        { ranking = [1, 2, 1], with = { rel = 2 }, value = 0.8 }],
]
*/
