/*
name    = "CG"
about   = "Each gain counts with the chance that its document is among the first k."
formula = "E[CG@k] = Σ g(d) w(d), w(d) = min((k - a + 1) / (b - a + 1), 1), d tied over ranks a to b"
*/
select run, query_id, sum({{ gain() }} * {{ chance_within() }} order by rank asc) as value
from judged
where tied_from <= $k and {{ gain() }} <> 0
group by all
/*
example = [
    ["A gain of 2, and half of the gain of 3 that one of two tied documents has.",
        { ranking = [2, 0, 3], scores = [2, 1, 1], with = { k = 2 }, value = 3.5 }],
]
*/
