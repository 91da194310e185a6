/*
name    = "RBP_gain"
about   = "Documents of the same score share evenly what their ranks are worth."
formula = """
    E[RBP_gain@k] = (1 - p) Σ m(i) p^(i - 1), i = 1..k; m(i) is the mean gain of the documents of the score at rank
    i"""
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.7. doi:10.1145/1416950.1416952"
*/
select run, query_id, (1 - $p) * sum(pow($p, rank - 1) * gained order by rank asc) as value
from ({{ spread(gain(), gain() ~ ' <> 0') }})
where rank <= $k
group by all
/*
example = [
    ["2 at rank 1, then 3 shared by three: 2/2 + 3/3 (1/4 + 1/8 + 1/16).",
        { ranking = [2, 0, 3, 0], scores = [2, 1, 1, 1], with = { p = 0.5 }, value = 1.4375 }],
]
*/
