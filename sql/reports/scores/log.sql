/*
about = """
One row per evaluation and measure, the newest first: what was noted of it, and what its run scores: the best by the
first measure that the evaluation has, or each that was asked for."""
*/
select
    evaluations.* replace (strftime(evaluations.evaluated_at, '%Y-%m-%d %H:%M:%S') as evaluated_at),
    entries.metric,
    entries.run,
    entries.value,
    entries.queries
from evaluations
{{ "join" if runs else "left join" }} (
    select *
    from entries
    {%- if not runs %}
    join
        (
            select evaluation, run
            from entries
            where mean is not null
            qualify
                row_number() over (
                    partition by evaluation order by asked_place asc, round(mean * sign, 12) desc, run asc
                ) = 1
        )
        using (evaluation, run)
    {%- endif %}
) as entries using (evaluation)
{%- if limit %}
qualify dense_rank() over (order by evaluations.evaluation desc) <= {{ limit }}
{%- endif %}
order by evaluations.evaluation desc, entries.run asc, entries.asked_place asc
