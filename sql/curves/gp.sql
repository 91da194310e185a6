/*
name    = "gP"
title   = "Generalized precision at every rank"
family  = "gain"
over    = "rank"
about   = """
    The gain of the documents seen down to each rank, per document, as a share of the highest gain. With gains of one
    level alone it is the precision of that level."""
formula = "gP[i] = Σ g(j) / (i top), j = 1..i"
range   = [0, inf]
better  = "higher"
cite    = "Kekäläinen and Järvelin, JASIST 53(13), 2002. doi:10.1002/asi.10137"
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
top   = { type = "DOUBLE", default = 1, above = 0, about = "highest gain of the scale, worth 1" }
gains = { type = "gains" }
k     = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    {{ running_sum("coalesce(" ~ gain() ~ ", 0)", "so_far") }} / (rank * $top) as value
from ranks
left join judged using (run, query_id, rank)
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Grades 3, 2, 3 of a scale to 3: 3/3, 5/6, 8/9, and 8/12.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], values = [1, 0.833333, 0.888889, 0.666667] },
        { with = { k = 4, top = 3 } }],
    ["Rank 1 is unjudged, and there is no rank 3.",
        { ranking = ["?", 1], with = { k = 3 }, values = [0, 0.5, 0.333333] }],
]
*/
