/*
name    = "Unjudged"
about   = "Each judged document is among the first k with the chance that a rank of its score is."
formula = "E[Unjudged@k] = (min(k, n) - Σ w(d)) / k, w(d) = min((k - a + 1) / (b - a + 1), 1), d judged"
parts   = { within = "tied_from <= $k and relevance >= 0" }

[also.Hole]
about   = "Each judged document is among the first k with the chance that a rank of its score is; the rest are holes."
formula = "E[Hole@k] = (min(k, n) - Σ w(d)) / k, w(d) = min((k - a + 1) / (b - a + 1), 1), d judged"
parts   = { within = "tied_from <= $k" }
*/
select
    run,
    query_id,
    (least($k, any_value(num_ret)) - coalesce(sum(chance order by rank asc), 0))
    / nullif(any_value({{ examined() }}), 0) as value
from topics
left join (select run, query_id, rank, {{ chance_within() }} as chance from judged where {{ within }})
    using (run, query_id)
group by all
/*
example = [
    ["One of three tied documents is judged, and one of the three is looked at: (2 - 1 - 1/3) / 2.",
        { ranking = [0, "?", 1, "?"], scores = [2, 1, 1, 1], with = { k = 2 }, Unjudged = 0.333333, Hole = 0.333333 }],
]
*/
