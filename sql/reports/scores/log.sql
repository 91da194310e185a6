/*
name  = "log"
about = """
One row per evaluation and measure, the newest first: what was noted of it, and what its run scores: the best by the
first measure, or each that was asked for.
"""
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
            select evaluation, arg_min(run, [-round(mean * sign, 12), 0e0]) as run
            from (select * from entries where asked_place = 1 order by run asc)
            group by evaluation
        )
        using (evaluation, run)
    {%- endif %}
) as entries using (evaluation)
{%- if limit %}
qualify dense_rank() over (order by evaluations.evaluation desc) <= {{ limit }}
{%- endif %}
order by evaluations.evaluation desc, entries.run asc, entries.asked_place asc
