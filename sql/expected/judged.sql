/*
name    = "Judged"
about   = "Each judged document is among the first k with the chance that a rank of its score is."
formula = "E[Judged@k] = 1/min(k, n) Σ w(d), w(d) = min((k - a + 1) / (b - a + 1), 1), d judged"
*/
select run, query_id, sum({{ chance_within() }} order by rank asc) / any_value(least($k, num_ret)) as value
from judged
join topics using (run, query_id)
where tied_from <= $k
group by all
/*
example = [
    ["One of three tied documents is judged, and one of the three is looked at: (1 + 1/3) / 2.",
        { ranking = [0, "?", 1, "?"], scores = [2, 1, 1, 1], with = { k = 2 }, value = 0.666667 }],
]
*/
