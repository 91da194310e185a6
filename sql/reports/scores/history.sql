/*
name  = "history"
about = """
The leaderboard over time, of scores that were added with a time: one row per evaluation, measure and run, the newest
evaluation first.
"""
*/
select
    evaluations.evaluation,
    evaluations.evaluated_at,
    evaluations.label,
    evaluations.git_commit,
    scores.metric,
    scores.run,
    case
        when bool_or(list_contains({{ sums }}, scores.metric)) then sum(scores.value order by scores.query_id asc)
        when bool_or(list_contains({{ geometric }}, scores.metric))
            then exp(
                avg(ln(greatest(scores.value, 1e-5)) order by scores.query_id asc) filter (scores.value is not null)
            )
        else avg(scores.value order by scores.query_id asc)
    end as value,
    count(scores.value)::integer as queries
from {{ scores }} as scores
join evaluations on evaluations.evaluated_at = scores.evaluated_at
group by all
order by evaluations.evaluation desc, scores.metric asc, scores.run asc
