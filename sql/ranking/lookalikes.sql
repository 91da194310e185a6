/*
about = """
One row per run few of whose documents are judged, and change of ids after which others would be. It is made without
rows; each pass adds its own."""

[columns]
run       = "name of the run"
change    = "what would make its ids those of judged documents, for a sentence"
documents = "how many of its documents would then be judged"
query_id  = "the query of the first of them"
doc_id    = "the first of them"
judged_as = "what the judgments call it"
*/
{%- if pass_ %}
{{ documents_alike(runs, judged, few) }}
{%- else %}
select
    null::varchar as run,
    null::varchar as change,
    null::bigint as documents,
    null::varchar as query_id,
    null::varchar as doc_id,
    null::varchar as judged_as
where false
{%- endif %}
