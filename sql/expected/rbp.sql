/*
name    = "RBP"
about   = """
    Documents of the same score share evenly what their ranks are worth. A cutoff takes away the ranks below it, and
    RBP_shared an even share of all."""
formula = """
    E[RBP@k] = (1 - p) Σ m(i) p^(i - 1), i = 1..k; m(i) is the mean worth of the documents of the score at rank i"""
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.7. doi:10.1145/1416950.1416952"
*/
select run, query_id, (1 - $p) * sum(pow($p, rank - 1) * (gained / coalesce(highest, 1)) order by rank asc) as value
from ({{ spread("case $scale when 'top' then " ~ worth() ~ " else " ~ gain() ~ " end", "relevance > 0") }})
left join
    (
        select query_id, greatest(max({{ gain() }}), 1) as highest
        from recall_base
        where $scale = 'query'
        group by all
    )
    using (query_id)
where rank <= $k
group by all
/*
example = [
    ["One relevant document, then three tied ones, one of them relevant: 1/2 + (1/4 + 1/8 + 1/16) / 3.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { p = 0.5 }, value = 0.645833 }],
    ["A cutoff after the first of the three leaves a third of what that weighs: 1/2 + 1/4 1/3.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { p = 0.5, k = 2 }, value = 0.583333 }],
]
*/
