/*
name    = "RBP_gain"
about   = "Documents of the same score share evenly what their ranks are worth."
formula = """
    E[RBP_gain@k] = (1 - p) Σ m(i) p^(i - 1), i = 1..k; m(i) is the mean gain of the documents of the score at rank i"""
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.7. doi:10.1145/1416950.1416952"
parts   = { rate = "(1 - $p) * ", shared_evenly = "{{ spread(gain(), gain() ~ ' <> 0') }}" }

[also.RBP_utility]
formula = "E[U@k] = Σ m(i) p^(i - 1), i = 1..k; m(i) is the mean worth of the documents of the score at rank i"
parts   = { rate = "", shared_evenly = "{{ spread(worth(), 'relevance > 0') }}" }
*/
select run, query_id, {{ rate }}sum(pow($p, rank - 1) * gained order by rank asc) as value
from ({{ shared_evenly }})
where rank <= $k
group by all
/*
example = [
    ["2 at rank 1, then 3 shared by three: 2/2 + 3/3 (1/4 + 1/8 + 1/16).",
        { ranking = [2, 0, 3, 0], scores = [2, 1, 1, 1], with = { p = 0.5 }, RBP_gain = 1.4375 }],
    ["Twice the RBP of p = 0.5.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { p = 0.5 }, RBP_utility = 1.291667 }],
]
*/
