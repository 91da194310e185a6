/*
name    = "RBP_utility"
about   = "Documents of the same score share evenly what their ranks are worth."
formula = "E[U@k] = Σ m(i) p^(i - 1), i = 1..k; m(i) is the mean worth of the documents of the score at rank i"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.7. doi:10.1145/1416950.1416952"
*/
select run, query_id, sum(pow($p, rank - 1) * gained order by rank asc) as value
from ({{ spread(worth(), 'relevance > 0') }})
where rank <= $k
group by all
/*
example = [
    ["Twice the RBP of p = 0.5.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { p = 0.5 }, value = 1.291667 }],
]
*/
