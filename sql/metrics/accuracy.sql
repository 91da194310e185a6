/*
name       = "Accuracy"
title      = "Pairwise accuracy"
family     = "rank"
about      = """
    How often a relevant document stands above one that is not, judged or unjudged, over all such pairs of the first k
    documents retrieved. No value where there is no such pair."""
formula    = "Accuracy@k = 1 - Σ (i - c(i)) over relevant i <= k, over c(k) (n - c(k)); n the lesser of k and those retrieved"
range      = [0, 1]
better     = "higher"
when_empty = "null"
cite       = "ir_measures, which names no source: MacAvaney, Macdonald and Ounis, ECIR 2022. doi:10.1007/978-3-030-99739-7_38"
needs      = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
ir_measures = ["Accuracy(rel={rel})", "Accuracy(rel={rel})@{k}"]
*/
select
    run,
    query_id,
    1 - sum(rank - hits) / nullif(count(*) * (least(any_value(num_ret), $k) - count(*)), 0) as value
from
    (
        select run, query_id, rank, row_number() over (partition by run, query_id order by rank asc) as hits
        from judged
        where relevance >= $rel and rank <= $k
    )
join topics using (run, query_id)
group by all
/*
[[example]]
about   = "Relevant at ranks 2 and 4 of 5, so that 1 and 2 of 3 stand above them: 3 of 6 pairs."
ranking = [0, 1, "?", 1, -1]
missed  = [1]
value   = 0.5
*/
