/*
name    = "R"
about   = "Each relevant document is among the first k with the chance that a rank of its score is."
formula = "E[R@k] = 1/R Σ w(d), w(d) = min((k - a + 1) / (b - a + 1), 1), d relevant and tied over ranks a to b"
parts   = { divisor = "count(*)" }

[also.R_cap]
formula = """
    E[R_cap@k] = Σ w(d) / min(R, k), w(d) = min((k - a + 1) / (b - a + 1), 1), d relevant and tied over ranks a to b"""
parts   = { divisor = "least(count(*), $k)" }
*/
select run, query_id, sum({{ chance_within() }} order by rank asc) filter (tied_from <= $k) / {{ divisor }} as value
from judged
where relevance >= $rel
group by all
/*
example = [
    ["Two of four tied documents are relevant, and a cutoff takes three of the four: 3/4 of two, of three.",
        { ranking = [1, 0, 0, 1], missed = [1], scores = [1, 1, 1, 1], with = { k = 3 }, R = 0.5 }],
    ["One of two tied documents is relevant, and a cutoff takes one: 1/2 of 1.",
        { ranking = [1, 0], missed = [1], scores = [1, 1], with = { k = 1 }, R_cap = 0.5 }],
]
*/
