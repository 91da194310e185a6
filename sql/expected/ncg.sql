/*
name    = "nCG"
about   = "Each gain counts with the chance that its document is among the first k."
formula = "E[nCG@k] = 1/cg*(k) Σ g(d) w(d), w(d) = min((k - a + 1) / (b - a + 1), 1), d tied over ranks a to b"
*/
select
    run,
    query_id,
    -- at most 1, but for rounding
    least(sum({{ gain() }} * {{ chance_within() }} order by rank asc) / any_value(ideal_cg), 1) as value
from judged
join
    (
        select query_id, sum(ideal_gain order by ideal_rank asc) as ideal_cg
        from ({{ ideal() }})
        where ideal_rank <= $k
        group by all
    )
    using (query_id)
where tied_from <= $k and ideal_cg > 0 and {{ gain() }} <> 0
group by all
/*
example = [
    ["3.5 of the 5 of the ideal ranking.", { ranking = [2, 0, 3], scores = [2, 1, 1], with = { k = 2 }, value = 0.7 }],
]
*/
