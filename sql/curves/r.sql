/*
name    = "R"
title   = "Recall at every rank"
family  = "recall"
over    = "rank"
about   = "The share of the relevant documents that are seen down to each rank."
formula = "R[i] = c(i) / R"
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
    count(case when relevance >= $rel then rank end) over so_far / num_rel as value
from ranks
left join judged using (run, query_id, rank)
left join (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all) using (query_id)
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Relevant at ranks 1, 2 and 6, R = 5.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 6 }, values = [0.2, 0.4,
            0.4, 0.4, 0.4, 0.6] }],
    ["Of grade 2 or better there is one, at rank 2; rank 1 is unjudged, and there is no rank 4.",
        { ranking = ["?", 2, 1], with = { rel = 2, k = 4 }, values = [0, 1, 1, 1] }],
    ["Nothing is relevant.", { ranking = [0], with = { k = 2 }, values = [0, 0] }],
]
*/
