/*
name  = "per_query"
from  = "scores"
about = "One row per run and query and one column per measure; table measures says which column is which measure."

[columns]
run      = "name of the run"
query_id = "the query"
*/
select
    run::varchar as run,
    query_id::varchar as query_id
    {%- for measure in measures %},
    max(case when metric = {{ measure.text }} then value end) as "{{ measure.column }}"
    {%- endfor %}
from scores
group by scores.run, scores.query_id
order by scores.run asc, scores.query_id asc
