/*
name    = "AP_interpolated"
title   = "Interpolated average precision"
family  = "precision"
about   = """
    The highest precision at or beyond each of 11 recall levels, or 3, averaged. trec_eval's 11pt_avg rounds recall
    levels to whole documents otherwise (version 10 to the nearest, down too), so it differs."""
formula = "1/|X| Σ over x in X of max P@i with c(i) / R >= x; X = 0, .1, ..., 1, or .2, .5, .8"
range   = [0, 1]
better  = "higher"
cite    = """
    Salton and McGill, Introduction to Modern Information Retrieval, 1983; Moffat and Zobel, ACM TOIS 27(1), 2008,
    section 3.2."""
papers  = ["Moffat and Zobel 2008"]
needs   = "relevant"

[parameters]
points = { type = "VARCHAR", default = "11", one_of = ["11", "3"], about = """
    levels of recall: 0, .1, ..., 1; or .2, .5, .8""" }
rel    = { type = "relevance" }
*/
select run, query_id, sum(best order by tenths asc) / case $points when '11' then 11 else 3 end as value
from
    (
        select run, query_id, tenths, max(hits / rank) as best
        from
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
        -- in whole numbers, so that no recall level is missed by a hair
        join range(11) as levels(tenths) on 10 * hits >= tenths * num_rel
        where rank is not null and ($points = '11' or tenths in (2, 5, 8))
        group by all
    )
group by all
/*
example = [
    ["Tables I and II: precision 1 to recall .4, then 3/6, 4/11 and 5/17, each for two levels.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.665046 }],
    ["Recall .2, .5 and .8: (1 + 3/6 + 4/11) / 3.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.621212 },
        { with = { points = "3" } }],
    ["R = 3, so that .3 takes one document, .6 takes two and .7 takes three: (4 * 1/2 + 3 * 1/2 + 0) / 11.",
        { ranking = [0, 1, 0, 1], missed = [1], value = 0.318182 }],
    ["Ten are relevant, at ranks 1, 3, 5, ...: 2/3, 5/9 and 8/15.",
        { ranking = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1], value = 0.585185 },
        { with = { points = "3" } }],
]
*/
