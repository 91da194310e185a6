/*
name    = "IPrec"
title   = "Interpolated precision at points of recall"
family  = "precision"
aliases = ["PR", "precision_recall"]
over    = "recall"
about   = "The highest precision at any rank whose recall reaches each point: 0, .1, .2, ..., 1."
formula = "IPrec[x] = max P(i) over ranks i with c(i) / R >= x"
range   = [0, 1]
better  = "higher"
cite    = "Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979, chapter 7."
papers  = ["Järvelin and Kekäläinen 2002", "Moffat and Zobel 2008"]

[parameters]
points = { type = "INTEGER", default = 11, within = "[2, 10001]", about = "number of levels of recall from 0 to 1" }
rel    = { type = "relevance" }
*/
select
    run,
    query_id,
    point / ($points - 1) as recall,
    -- in whole numbers, so that a recall of exactly .3 reaches .3
    max(hits / rank) filter (hits * ($points - 1) >= point * num_rel) as value
from (select run, query_id, unnest(range(0, least($points::bigint, 10001))) as point from topics)
left join
    (
        select
            run,
            query_id,
            rank,
            row_number() over (partition by run, query_id order by rank asc nulls last) as hits,
            count(*) over (partition by run, query_id) as num_rel
        from judged
        where relevance >= $rel
    )
    using (run, query_id)
group by all
/*
example = [
    ["Moffat and Zobel 2008, tables I and II: recall .2, .4, .6, .8 and 1 at precision 1, 1, 1/2, 4/11 and 5/17.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], values = [1, 1, 1, 1, 1, 0.5, 0.5,
            0.363636, 0.363636, 0.294118, 0.294118] }],
    ["One of three is missed, so a recall of 1 is never reached.",
        { ranking = [1, 0, 1], missed = [1], with = { points = 2 }, values = [1, 0] }],
    ["Nothing is relevant.", { ranking = [0], with = { points = 2 }, values = [0, 0] }],
]
*/
