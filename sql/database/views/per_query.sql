/*
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
from
    (
        select run collate "binary" as run, query_id collate "binary" as query_id, metric, value from scores
    ) as each_score
group by each_score.run, each_score.query_id
order by each_score.run asc, each_score.query_id asc
