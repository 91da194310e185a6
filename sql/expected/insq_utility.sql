/*
name    = "INSQ_utility"
about   = "As of RBP: documents of the same score share evenly what their ranks are worth."
formula = """
    E[U@k] = 4T² Σ m(i) / (i + 2T - 1)², i = 1..k; m(i) is the mean worth of the documents of the score at rank i"""
*/
select
    run,
    query_id,
    4 * $T * $T * sum(gained / pow(rank - 1 + 2 * $T, 2) order by rank asc) as value
from ({{ spread(scaled(), 'relevance > 0') }})
where rank <= $k
group by all
/*
example = [
    ["At rank 1 or 2, T = 1: (1 + 4/9) / 2.",
        { ranking = [1, 0], scores = [1, 1], with = { T = 1 }, value = 0.722222 }],
]
*/
