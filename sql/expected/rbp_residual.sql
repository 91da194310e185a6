/*
name    = "RBP_residual"
about   = "Documents of the same score share evenly what their ranks are worth."
formula = """
    E[RBP_residual@k] = 1 - (1 - p) Σ m(i) p^(i - 1), i = 1..k; m(i) is the share judged of the documents of the
    score at rank i"""
cite    = """
    Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.7. doi:10.1145/1416950.1416952"""
*/
select
    run,
    query_id,
    1 - (1 - $p) * sum(pow($p, rank - 1) * gained order by rank asc) as value
from ({{ spread('1', 'relevance >= 0') }})
where rank <= $k
group by all
/*
[[example]]
about   = "Two of three tied documents are unjudged: 1 - 1/2 - (1/4 + 1/8 + 1/16) / 3."
ranking = [1, "?", 0, "?"]
scores  = [2, 1, 1, 1]
with    = { p = 0.5 }
value   = 0.354167
*/
