/*
name    = "nCG"
title   = "Normalized cumulative gain"
family  = "gain"
about   = """
    The gain of the first k documents as a share of what the best ordering of all judged documents would give: nDCG
    without a discount, and the weighted precision WP(k) of Sakai."""
formula = "nCG@k = cg(k) / cg*(k); cg(k) is the gain of the first k, cg* that of the ideal ranking"
range   = [0, 1]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equations 1 and 5. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002", "Sakai 2006"]
aliases = ["WP"]
needs   = "relevant"

[parameters]
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
select
    run,
    query_id,
    -- at most 1, but for rounding
    least(sum({{ gain() }} order by rank asc) / any_value(ideal_cg), 1) as value
from judged
join
    (
        select query_id, sum(ideal_gain order by ideal_rank asc) as ideal_cg
        from ({{ ideal() }})
        where ideal_rank <= $k
        group by all
    )
    using (query_id)
where rank <= $k and ideal_cg > 0 and {{ gain() }} <> 0
group by all
/*
example = [
    ["Sections 2.1 and 2.2: 16 of 19.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10 }, value = 0.842105 }],
    ["CG and the ideal at rank 5: 8 of 13.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 5 }, value = 0.615385 }],
    ["Past the ideal ranking, which is flat there: 2 of 3.", { ranking = [0, 2, 0], missed = [1], value = 0.666667 }],
    ["The last document looked at gains.", { ranking = [0, 1], with = { k = 2 }, value = 1 }],
    ["Every gain, lowest first: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [0.1, 0.2, 0.3], value = 1.0000000000000000 }],
]
*/
