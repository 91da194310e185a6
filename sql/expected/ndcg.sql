/*
name    = "nDCG"
about   = "Documents of the same score share evenly what their ranks are worth."
formula = """
    E[nDCG@k] = Σ m(i) / d(i) over Σ g*(i) / d(i), i = 1..k; m(i) is the mean gain of the documents of the score at
    rank i"""
*/
select
    run,
    query_id,
    -- at most 1, but for rounding
    least(sum(gained / {{ discount('rank') }} order by rank asc) / any_value(ideal_dcg), 1) as value
from ({{ spread(gain(), gain() ~ ' <> 0') }})
join
    (
        select query_id, sum(ideal_gain / {{ discount('ideal_rank') }} order by ideal_rank asc) as ideal_dcg
        from ({{ ideal() }})
        where ideal_rank <= $k
        group by all
    )
    using (query_id)
where rank <= $k and ideal_dcg > 0
group by all
{{- without_relevant(gain() ~ ' > 0') }}
/*
example = [
    ["Nothing is relevant.", { ranking = [0, 0], scores = [1, 1], with = { nothing = 1 }, value = 1 }],
    ["3 + 1/2 / log2(3) + 1/2 / 2 of 3 + 1 / log2(3).", { ranking = [3, 0, 1], scores = [2, 1, 1], value = 0.981970 }],
]
*/
