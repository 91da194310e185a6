/*
name    = "AP"
about   = """
    A rank is relevant with the share of its group that is; then those above the group are above it too, and of the
    others of its group the share of its ranks that is."""
formula = """
    E[AP@k] = 1/R Σ r / n (c + 1 + (i - a) (r - 1) / (n - 1)) / i, i = 1..k; rank i is of a group of n documents
    from rank a on, r of them relevant, c relevant above"""
*/
select
    run,
    query_id,
    sum(chance * hits / rank order by rank asc) filter (rank <= $k)
    / any_value(case $divisor when 'R' then num_rel else least(num_rel, $k) end) as value
from ({{ hits_by_rank() }})
group by all
{{- without_relevant('relevance >= $rel') }}
/*
example = [
    ["Nothing is relevant.", { ranking = [0, 0], scores = [1, 1], with = { nothing = 1 }, value = 1 }],
    ["One of two tied documents is relevant: (1 + 1/2) / 2.", { ranking = [1, 0], scores = [1, 1], value = 0.75 }],
    ["Relevant at rank 1, and two of three tied below it: (1 + 2/3 (2/2 + 2.5/3 + 3/4)) / 3.",
        { ranking = [1, 1, 0, 1], scores = [2, 1, 1, 1], value = 0.907407 }],
    ["The same to rank 2, of four relevant: (1 + 2/3) / 4.",
        { ranking = [1, 1, 0, 1], missed = [1], scores = [2, 1, 1, 1], with = { k = 2 }, value = 0.416667 }],
]
*/
