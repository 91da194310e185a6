/*
name    = "P"
title   = "Precision at every rank"
family  = "precision"
over    = "rank"
about   = "The share of the documents seen down to each rank that are relevant."
formula = "P[i] = c(i) / i"
range   = [0, 1]
better  = "higher"
cite    = "Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979, chapter 7."
papers  = ["Järvelin and Kekäläinen 2002", "Moffat and Zobel 2008"]

[parameters]
rel = { type = "relevance" }
k   = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    count(case when relevance >= $rel then rank end) over so_far / rank as value
from ranks
left join judged using (run, query_id, rank)
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Relevant at ranks 1, 2 and 6.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 6 }, values = [1, 1,
            0.666667, 0.5, 0.4, 0.5] }],
    ["Rank 1 is unjudged, and there is no rank 3.",
        { ranking = ["?", 1], with = { k = 3 }, values = [0, 0.5, 0.333333] }],
]
*/
