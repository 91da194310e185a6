/*
name    = "F"
about   = "Each relevant document is among the first k with the chance that a rank of its score is."
formula = """
    E[F@k] = (1 + beta²) Σ w(d) / (beta² R + k), w(d) = min((k - a + 1) / (b - a + 1), 1), d relevant and tied over
    ranks a to b"""
*/
select
    run,
    query_id,
    (1 + $beta * $beta) * sum({{ chance_within() }} order by rank asc) filter (tied_from <= $k)
    / ($beta * $beta * count(*) + any_value({{ examined() }})) as value
from judged
join topics using (run, query_id)
where relevance >= $rel
group by all
/*
example = [
    ["Relevant at rank 1, and one of three tied below it: 2 (1 + 1/3) / (2 + 2).",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { k = 2 }, value = 0.666667 }],
]
*/
