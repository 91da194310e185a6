/*
name    = "Dsharp_nDCG"
title   = "Subtopic recall and discounted cumulative gain over intents"
family  = "intents"
about   = "D-nDCG and subtopic recall in one number."
formula = "D#-nDCG@k = γ I-rec@k + (1 - γ) D-nDCG@k"
range   = [0, 1]
better  = "higher"
cite    = "Sakai and Song, SIGIR 2011. doi:10.1145/2009916.2010055"

[parameters]
gamma = { type = "DOUBLE", default = 0.5, within = "[0, 1]", about = "weight of subtopic recall against D-nDCG" }
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
with
    dcgs as (
        select run, query_id, sum(global_gain / log2(rank + 1) order by rank asc) as dcg
        from ({{ global_gains() }})
        group by all
    ),

    ideals as (
        select query_id, sum(global_gain / log2(place + 1) order by place asc) as ideal_dcg
        from ({{ ideal_global_gains() }})
        where place <= $k
        group by all
    ),

    ndcgs as (
        select run, query_id, least(dcg / ideal_dcg, 1) as d_ndcg
        from dcgs
        join ideals using (query_id)
        where ideal_dcg > 0
    ),

    recalls as (
        select run, query_id, count(*) / any_value(num_subtopics) as i_rec
        from nuggets
        join ({{ subtopics_of() }}) using (query_id)
        where seen = 0 and rank <= $k
        group by all
    )

select run, query_id, $gamma * coalesce(i_rec, 0) + (1 - $gamma) * coalesce(d_ndcg, 0) as value
from ndcgs
full join recalls using (run, query_id)
/*
example = [
    ["Table 2 at rank 5: the mean of .8 and .8527.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.826327 },
        { with = { k = 5 } }],
    ["All that there is, one document with one nugget, comes first.", { ranking = [["1"]], value = 1 }],
]
*/
