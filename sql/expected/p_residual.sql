/*
name    = "P_residual"
about   = "What the judged documents are expected to leave of the first k."
formula = "E[P_residual@k] = 1 - 1/k Σ w(d), w(d) = min((k - a + 1) / (b - a + 1), 1), d judged"
*/
select run, query_id, 1 - sum({{ chance_within() }} order by rank asc) / any_value({{ examined() }}) as value
from judged
join topics using (run, query_id)
where relevance >= 0 and tied_from <= $k
group by all
/*
example = [
    ["One of three tied documents is judged, and one of the three is looked at: 1 - (1 + 1/3) / 2.",
        { ranking = [0, "?", 1, "?"], scores = [2, 1, 1, 1], with = { k = 2 }, value = 0.333333 }],
]
*/
