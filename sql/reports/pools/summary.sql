/*
about = """
The report of each ordering: how many documents are judged, and relevant, for it, Kendall's tau-b with the ordering
under all judgments, how far scores moved, and the mean score and residual of the runs."""
*/
with changes as (
    select
        metric,
        ordering,
        any_value(condition) as condition,
        count(*) as runs,
        avg(abs(difference) order by run asc) as mean_change,
        max(abs(difference)) as max_change,
        max(abs(place - pooled_place)) as max_places,
        avg(score order by run asc) as score,
        avg(pooled order by run asc) as pooled,
        avg(moved.residual order by run asc) as residual,
        avg(pooled_residual order by run asc) as pooled_residual
    from moved
    group by all
)

select
    metric,
    {%- if called %}
    label::{{ type }} as {{ called }},
    judged,
    relevant,
    {%- endif %}
    runs,
    taus.value as tau,
    mean_change,
    max_change,
    max_places,
    score,
    pooled,
    changes.residual,
    pooled_residual
from changes
join pool_asked using (metric)
join pool_conditions using (condition)
left join taus using (metric, ordering)
order by pool_asked.place asc, ordering asc
