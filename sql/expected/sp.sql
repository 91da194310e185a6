/*
name    = "SP"
about   = """
    A rank is relevant with the share of its group that is; then those above the group are above it too, and of the
    others of its group the share of its ranks that is."""
formula = """
    E[SP@k] = Σ r / n (c + 1 + (i - a) (r - 1) / (n - 1)) / i, i = 1..k; rank i is of a group of n documents from
    rank a on, r of them relevant, c relevant above"""
*/
select run, query_id, sum(chance * hits / rank order by rank asc) as value
from ({{ hits_by_rank() }})
where rank <= $k
group by all
/*
example = [
    ["Three times the AP of three relevant documents.",
        { ranking = [1, 1, 0, 1], scores = [2, 1, 1, 1], value = 2.722222 }],
]
*/
