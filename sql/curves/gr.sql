/*
name    = "gR"
title   = "Generalized recall at every rank"
family  = "gain"
over    = "rank"
about   = "The gain of the documents seen down to each rank as a share of all the gain there is."
formula = "gR[i] = Σ g(j), j = 1..i, over the sum of g in the recall base"
range   = [0, 1]
better  = "higher"
cite    = "Kekäläinen and Järvelin, JASIST 53(13), 2002. doi:10.1002/asi.10137"
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
gains = { type = "gains" }
k     = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    {{ running_sum("coalesce(" ~ gain() ~ ", 0)", "so_far") }} / total as value
from ranks
left join judged using (run, query_id, rank)
-- decimals, as above, so that all is exactly 1
left join
    (
        select query_id, sum(({{ gain() }})::decimal(38, 18) order by relevance desc)::varchar::double as total
        from recall_base
        group by all
    )
    using (query_id)
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["3, 5, 8 and 8 of a recall base of 19.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 4 }, values = [0.157895, 0.263158,
            0.421053, 0.421053] }],
    ["Rank 1 is unjudged, and there is no rank 3.",
        { ranking = ["?", 1], missed = [1], with = { k = 3 }, values = [0, 0.5, 0.5] }],
    ["Nothing is relevant.", { ranking = [0], with = { k = 2 }, values = [0, 0] }],
]
*/
