/*
name    = "gP"
about   = "Each gain counts with the chance that its document is among the first k."
formula = "E[gP@k] = 1/k Σ g(d) / top w(d), w(d) = min((k - a + 1) / (b - a + 1), 1), d tied over ranks a to b"
*/
select
    run,
    query_id,
    sum({{ gain() }} / $top * {{ chance_within() }} order by rank asc) / any_value({{ examined() }}) as value
from judged
join topics using (run, query_id)
where tied_from <= $k and {{ gain() }} <> 0
group by all
/*
example = [
    ["3.5 of the 6 that two documents of the highest gain would have.",
        { ranking = [2, 0, 3], scores = [2, 1, 1], with = { k = 2, top = 3 }, value = 0.583333 }],
]
*/
