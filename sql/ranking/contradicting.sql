/*
about = """
The rankings whose rank column says another order than the scores. It is made without rows; each pass adds its own."""

[columns]
run      = "name of the run"
query_id = "the query"
*/
{%- if pass_ | default(false) %}
{{ contradicting_ranks("evalsql_runs") }}
{%- else %}
select null::varchar as run, null::varchar as query_id
where false
{%- endif %}
