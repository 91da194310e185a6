/*
name    = "P"
about   = "Each relevant document is among the first k with the chance that a rank of its score is."
formula = "E[P@k] = 1/k Σ w(d), w(d) = min((k - a + 1) / (b - a + 1), 1), d relevant and tied over ranks a to b"
*/
select run, query_id, sum({{ chance_within() }} order by rank asc) / any_value({{ examined() }}) as value
from judged
join topics using (run, query_id)
where relevance >= $rel and tied_from <= $k
group by all
/*
example = [
    ["Relevant at rank 1, and one of three tied below it, where the cutoff takes one: (1 + 1/3) / 2.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { k = 2 }, value = 0.666667 }],
]
*/
