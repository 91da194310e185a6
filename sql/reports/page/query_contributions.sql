/*
about = """
What each document at the top of a ranking adds to a measure: the measure of the documents down to there alone, and by
how much that is above the rank before. Ranks that cannot change it are left out."""

[columns]
query_id = "the query"
run      = "name of the run"
rank     = "position in the ranking, from 1"
value    = "the measure of the documents down to there"
adds     = "by how much that is above the rank before"
*/
with
    shown as (
{{ shown | indent(8, first=true) }}
    ),
{% if chosen %}
    chosen as (
{{ chosen | indent(8, first=true) }}
    ),
{% endif %}
    -- the rankings that end at each of these ranks, which stand for runs
    places as materialized (
        select
            row_number() over (order by query_id asc, run asc, rank asc) as cut,
            run,
            query_id,
            rank::bigint as place
        from main.{{ retrieved }}
        semi join shown using (run)
        {{ "semi join chosen using (query_id)" if chosen }}
        where rank <= {{ last }}{{ " and " ~ counts if counts }}
    ),
{% for name, text in relations.items() %}
    {{ name }} as (
{{ text | indent(8, first=true) }}
    ),
{% endfor %}
    computed as (
{{ formula | indent(8, first=true) }}
    ),

    valued as (
        select
            cut,
            {% include "frames/value.sql" %} as value
        from places
        left join (select run as cut, value from computed) as computed using (cut)
    )

select
    query_id,
    run,
    place as rank,
    value,
    value - lag(value, 1, {{ when_empty }}) over (partition by query_id, run order by place asc) as adds
from valued
join places using (cut)
order by query_id asc, run asc, rank asc
