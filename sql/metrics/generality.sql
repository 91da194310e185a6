/*
name       = "Generality"
title      = "Generality at a threshold"
family     = "distance"
about      = """
    The share of the documents that users score at their threshold or above. It depends on the run only through the
    set of documents."""
formula    = "generality = (β + δ) / m; β + δ: URS(d) >= user_threshold; m documents in the set"
range      = [0, 1]
better     = "neither"
when_empty = "null"
cite       = "Della Mea and Mizzaro, JASIST 55(6), 2004, figure 2 and table 1. doi:10.1002/asi.10408"
papers     = ["Della Mea and Mizzaro 2004"]

[parameters]
top            = { type = "distance" }
user_threshold = { type = "distance" }
documents      = { type = "collection" }
size           = { type = "collection" }
rel            = { type = "distance" }
*/
select run, query_id, count(*) filter ({{ urs() }} >= $user_threshold) / {{ set_size() }} as value
from ({{ document_set() }})
group by all
/*
example = [
    ["Users' scores 1, 0, 2/3, 1/3, 0; a missed document has 2/3.",
        { ranking = [3, 0, 2, 1, 0], missed = [2], with = { top = 3 }, value = 0.5 }],
    ["Table 1, IRS1, threshold .5.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2], with = { top = 1 }, value = 0.333333 }],
    ["Table 1, IRS3, threshold .5.",
        { ranking = [0.1, 0.8, 0.4], scores = [1, 0.8, 0.4], with = { top = 1 }, value = 0.333333 }],
    ["Table 1 in a collection of 100.",
        { ranking = [0.8, 0.4, 0.1], with = { top = 1, documents = "collection", size = 100 }, value = 0.01 }],
    ["What has the users' threshold is relevant.", { ranking = [1, 0], with = { top = 2 }, value = 0.5 }],
]
*/
