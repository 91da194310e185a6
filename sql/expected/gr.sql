/*
name    = "gR"
about   = "Each gain counts with the chance that its document is among the first k."
formula = "E[gR@k] = Σ g(d) w(d) over the sum of the gains of all judgments, w(d) = min((k - a + 1) / (b - a + 1), 1)"
*/
select
    run,
    query_id,
    sum(gained * {{ chance_within() }} order by rank asc nulls last, gained desc) filter (tied_from <= $k)
        / nullif(sum(gained order by rank asc nulls last, gained desc), 0) as value
from (select *, {{ gain() }} as gained from judged)
where gained <> 0
group by all
/*
example = [
    ["3.5 of all that there is to gain.",
        { ranking = [2, 0, 3], missed = [5], scores = [2, 1, 1], with = { k = 2 }, value = 0.35 }],
]
*/
