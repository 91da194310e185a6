/*
name    = "INSQ"
about   = "As of RBP: documents of the same score share evenly what their ranks are worth."
formula = """
    E[INSQ@k] = Σ m(i) / (i + 2T - 1)² over Σ 1 / (i + 2T - 1)², i = 1..k; m(i) is the mean worth of the documents
    of the score at rank i"""
parts   = { value = """
    least(sum(gained / pow(rank - 1 + 2 * $T, 2) order by rank asc) / {{ insq_from('(2 * $T)') }}, 1)""" }

[also.INSQ_utility]
formula = """
    E[U@k] = 4T² Σ m(i) / (i + 2T - 1)², i = 1..k; m(i) is the mean worth of the documents of the score at rank i"""
parts   = { value = "4 * $T * $T * sum(gained / pow(rank - 1 + 2 * $T, 2) order by rank asc)" }
*/
select run, query_id, {{ value }} as value
from ({{ spread(scaled(), 'relevance > 0') }})
where rank <= $k
group by all
/*
example = [
    ["At rank 1 or 2, of two looked at, T = 1: (1/4 + 1/9) / 2 of 1/4 + 1/9.",
        { ranking = [1, 0], scores = [1, 1], with = { T = 1, k = 2 }, INSQ = 0.5 }],
    ["At rank 1 or 2, T = 1: (1 + 4/9) / 2.",
        { ranking = [1, 0], scores = [1, 1], with = { T = 1 }, INSQ_utility = 0.722222 }],
]
*/
