/*
about = "The score of each run that is shown on each query, by every measure."

[columns]
run      = "name of the run"
query_id = "the query"
metric   = "the measure"
value    = "value of the measure for the run and query; null if it has none"
*/
with
    shown as (
{{ shown | indent(8, first=true) }}
    ){% if chosen %},

    chosen as (
{{ chosen | indent(8, first=true) }}
    )
    {%- endif %}

select run, query_id, metric, value
from main.scores
semi join shown using (run)
{{ "semi join chosen using (query_id)" if chosen }}
order by query_id asc, metric asc, run asc
