/*
about = """
The leaderboard over time, of scores that were added with a time: one row per evaluation, measure and run, the newest
evaluation first."""
*/
select
    evaluations.evaluation,
    evaluations.evaluated_at,
    evaluations.label,
    evaluations.git_commit,
    scores.metric,
    scores.run,
    {{ summarized_by(
        "any_value(case when list_contains(" ~ sums ~ ", scores.metric) then 'sum'
        when list_contains(" ~ geometric ~ ", scores.metric) then 'geometric' end)",
        "scores.value",
        "scores.query_id"
    ) | indent(4) }} as value,
    count(scores.value)::integer as queries
from {{ scores }} as scores
join evaluations on evaluations.evaluated_at = scores.evaluated_at
group by all
order by evaluations.evaluation desc, scores.metric asc, scores.run asc
