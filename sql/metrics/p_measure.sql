/*
name     = "P_measure"
title    = "P-measure"
family   = "q-measure"
about    = """
    The blended ratio of the Q-measure at the preferred rank: where the user stops who looks for one document of the
    highest level that the ranking holds."""
formula  = """
    P_measure = BR(rp), rp the first rank of the highest level in the run; BR(i) = (beta cg(i) + c(i)) / (beta cg*(i)
    + i)"""
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Sakai, On the properties of evaluation metrics for finding one highly relevant document, IPSJ Transactions on
    Databases 48 (SIG 9), 2007."""
papers   = ["Sakai 2006"]
aliases  = ["PMeasure"]

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
where relevance >= $rel
qualify row_number() over (partition by run, query_id order by relevance desc, rank asc) = 1
/*
example = [
    ["Grades 0, 1, 0, 3, 2 over the recall base 3, 3, 3, 2, 2, 2, 1, 1, 1, 1: BR(4) = (4 + 2) / (11 + 4).",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], value = 0.4 }],
    ["With beta = 0 it is precision at the preferred rank.",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], with = { beta = 0 }, value = 0.5 }],
    ["A level that the ranking does not hold is not waited for: BR(3) = (3 + 2) / (6 + 3).",
        { ranking = [0, 1, 2], missed = [3], value = 0.555556 }],
    ["Nothing relevant is found.", { ranking = [0, 0], missed = [1], value = 0 }],
    ["Of two at the highest level, the lowest that is relevant, the first counts.", { ranking = [1, 0, 1], value = 1 }],
    ["Grade 1 gains, and is not relevant: no relevant document was found.",
        { ranking = [1], missed = [2], with = { rel = 2 }, value = 0 }],
]
*/
