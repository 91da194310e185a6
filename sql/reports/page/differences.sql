/*
about = """
One row per measure and query of the largest losses and gains of the best run against the baseline, or against the
second best run by the measure if none is named: what both score on it. Queries on which they score the same are left
out."""
*/
with
    {{ asked }},

    ordered as (
        select metric, run, row_number() over (partition by metric order by leaderboard.place asc) as place
        from leaderboard
        semi join asked using (metric)
        {%- if baseline != "null" %}
        where run <> {{ baseline }}
        {%- endif %}
    ),

    pairs as (
        select metric, best.run, {{ "other.run" if baseline == "null" else baseline }} as other
        from (from ordered where place = 1) as best
        {%- if baseline == "null" %}
        join (from ordered where place = 2) as other using (metric)
        {%- endif %}
    ),

    differences as (
        select
            pairs.metric,
            own.query_id,
            pairs.run,
            pairs.other,
            own.value,
            others.value as other_value,
            round(own.value - others.value, 12) as difference,
            case direction when 'lower' then -1 else 1 end as sign
        from pairs
        join measures using (metric)
        join scores as own using (metric, run)
        join scores as others on others.metric = pairs.metric and others.run = pairs.other
        where own.query_id = others.query_id and own.value is not null and others.value is not null
    ),

    placed as (
        select
            *,
            row_number() over (partition by metric order by difference * sign asc, query_id asc) as loss,
            row_number() over (partition by metric order by difference * sign desc, query_id asc) as gain
        from differences
        where difference <> 0
    )

select
    metric,
    placed.query_id,
    {{ "text" if texts else "null" }} as text,
    placed.run,
    other,
    value,
    other_value,
    difference,
    difference * sign < 0 as lost
from placed
join asked using (metric)
{%- if texts %}
left join queries on queries.query_id = placed.query_id
{%- endif %}
where (difference * sign < 0 and loss <= 10) or (difference * sign > 0 and gain <= 10)
order by asked.place asc, difference * sign asc, placed.query_id asc
