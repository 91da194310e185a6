/*
about = """
One row per measure and query, of the hardest and the easiest ones: what the runs score on it, and the run that does
best; null if several do."""
*/
with
    {{ asked }},

    scored as (
        select
            scores.*,
            asked.place as asked_place,
            case direction when 'lower' then -1 else 1 end as sign
        from scores
        join asked on asked.metric = scores.metric
        join measures on measures.metric = scores.metric
        where value is not null
    ),

    summaries as (
        select
            metric,
            asked_place,
            query_id,
            sign,
            {{ spread_of_runs("sign") | indent(12) }}
        from scored
        group by all
    ),

    placed as (
        select
            *,
            row_number() over (partition by metric order by round(mean * sign, 12) asc, query_id asc) as place,
            count(*) over (partition by metric) as queries
        from summaries
    )

select
    metric,
    query_id,
    {% if texts %}text,{% else %}null as text,{% endif +%}
    place,
    queries,
    runs,
    mean,
    median,
    deviation,
    lowest,
    highest,
    best_run
from placed
{%- if texts %}
left join (select query_id, text from queries) using (query_id)
{%- endif %}
where place <= {{ most }} or place > queries - {{ most }}
order by asked_place asc, place asc
