/*
name     = "AP_share"
title    = "What each document brings to average precision"
family   = "precision"
over     = "rank"
about    = """
    The part of average precision that the document at each rank brings: its own precision, and its share in that of
    every relevant document below."""
formula  = "rel(i) 1/R Σ 1/j over relevant ranks j >= i"
range    = [0, 1]
better   = "higher"
monotone = false
cite     = "Moffat and Zobel, ACM TOIS 27(1), 2008, table I. doi:10.1145/1416950.1416952"
papers   = ["Moffat and Zobel 2008"]

[parameters]
rel = { type = "relevance" }
k   = { type = "curve" }
*/
select run, query_id, rank, coalesce(brought, 0) as value
from ranks
left join
    (
        select
            run,
            query_id,
            rank,
            {{ running_sum("1 / rank", "(partition by run, query_id order by rank desc nulls last)") }}
            / count(*) over (partition by run, query_id) as brought
        from judged
        where relevance >= $rel
    )
    using (run, query_id, rank)
/*
example = [
    ["Table I: .36, .16, .06, .03 and .01 of an AP of .6316.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 17 }, values = [
            0.363280, 0.163280, 0, 0, 0, 0.063280, 0, 0, 0, 0, 0.029947, 0, 0, 0, 0, 0, 0.011765] }],
]
*/
