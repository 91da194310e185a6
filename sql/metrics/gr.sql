/*
name    = "gR"
title   = "Generalized recall"
family  = "gain"
about   = """
    Recall of graded relevance: the gain of the first k documents as a share of the gain of all judged documents,
    found or not."""
formula = "gR@k = Σ g(i), i = 1..k, over the sum of the gains of all judgments"
range   = [0, 1]
better  = "higher"
cite    = """
    Kekäläinen and Järvelin, Using graded relevance assessments in IR evaluation, JASIST 53(13), 2002.
    doi:10.1002/asi.10137"""
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
select
    run,
    query_id,
    -- in one order, so that all is exactly 1
    sum(gained order by rank asc nulls last, gained desc) filter (rank <= $k)
        / nullif(sum(gained order by rank asc nulls last, gained desc), 0) as value
from (select *, {{ gain() }} as gained from judged)
where gained <> 0
group by all
/*
example = [
    ["The worked example of Järvelin and Kekäläinen 2002: 16 of 19.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10 }, value = 0.842105 }],
    ["The first three: 8 of 19.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 3 }, value = 0.421053 }],
    ["A gain of 1 is all there is.", { ranking = [0, 1], value = 1 }],
]
*/
