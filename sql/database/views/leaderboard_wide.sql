/*
from  = "scores"
about = """
One row per run and one column per measure, best first by the first measure; table measures says which column is which
measure."""

[columns]
run = "name of the run"
*/
select
    run::varchar as run
    {%- for measure in measures %},
    any_value(case when metric = {{ measure.text }} then mean end) as "{{ measure.column }}"
    {%- endfor %}
from
    (
        select run, metric, {{ summarized_each(measures) | indent(8) }} as mean
        from
            (
                select run collate "binary" as run, query_id collate "binary" as query_id, metric, value from scores
            ) as each_score
        group by each_score.run, each_score.metric
    ) as summaries
group by summaries.run
order by "{{ measures[0].column }}" {{ measures[0].order }} nulls last, summaries.run asc
