/*
name    = "Rprec"
about   = "P and R at rank R."
formula = "E[Rprec] = 1/R Σ w(d), w(d) = min((R - a + 1) / (b - a + 1), 1), d relevant and tied over ranks a to b"
parts   = { depth = "count(*) over (partition by run, query_id)" }

[also.Rprec_mult]
about   = "Each relevant document is among so many with the chance that a rank of its score is."
formula = "E[Rprec_mult] = 1/K Σ w(d), w(d) = min((K - a + 1) / (b - a + 1), 1), K = floor(multiple R + .9), d relevant"
parts   = { depth = "floor($multiple * count(*) over (partition by run, query_id) + 0.9)" }
*/
select
    run,
    query_id,
    coalesce(sum({{ chance_within('depth') }} order by rank asc) filter (tied_from <= depth), 0)
    / any_value(depth) as value
from
    (
        select run, query_id, rank, tied_from, tied_to, {{ depth }} as depth
        from judged
        where relevance >= $rel
    )
group by all
/*
example = [
    ["R = 2; rank 2 is one of three tied, one of them relevant: (1 + 1/3) / 2.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], Rprec = 0.666667 }],
    ["The same: K = 2.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { multiple = 1 }, Rprec_mult = 0.666667 }],
]
*/
