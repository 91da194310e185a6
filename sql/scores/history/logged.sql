/*
about = "The values of a database that notes its evaluations: one row per evaluation, measure, run and query."

[columns]
evaluation = "the evaluation that added the score"
series     = "what is followed from evaluation to evaluation: a run that comes again by its name, else the best run"
*/
select
    evaluation,
    {{ "run::varchar" if again else "''" }} as series,
    metric,
    run::varchar as run,
    query_id::varchar as query_id,
    value
from {{ kept }}.scores
{%- if again %}
join {{ kept }}.evaluations using (evaluated_at)
{%- else %}
join (select run, evaluation from {{ kept }}.run_summary) using (run)
{%- endif %}
join asked using (metric)
where
    value is not null
    and (
        len($runs::varchar[]) = 0
        or len(list_filter($runs::varchar[], lambda name: run::varchar = name or run::varchar glob name)) > 0
    )
