/*
name    = "INSQ_residual"
about   = "As of RBP: documents of the same score share evenly what their ranks are worth."
formula = """
    E[INSQ_residual@k] = 1 - Σ m(i) / (i + 2T - 1)² over Σ 1 / (i + 2T - 1)², i = 1..k; m(i) is the share judged of
    the documents of the score at rank i"""
*/
select
    run,
    query_id,
    greatest(1 - sum(gained / pow(rank - 1 + 2 * $T, 2) order by rank asc) / {{ insq_from('(2 * $T)') }}, 0) as value
from ({{ spread('1', 'relevance >= 0') }})
where rank <= $k
group by all
/*
example = [
    ["One of two tied documents is judged, and two are looked at.",
        { ranking = [1, "?"], scores = [1, 1], with = { T = 1, k = 2 }, value = 0.5 }],
]
*/
