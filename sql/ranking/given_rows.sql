/*
about = "A view of the rows of a pass. Those of a source are numbered as they are read, after the sources before."

[columns]
n        = "number of the row"
run      = "name of the run"
query_id = "the query"
doc_id   = "the document"
score    = "what puts documents in order: the score, as a double or a float32, or the rank from below"
exact    = "the score as it is, a double"
*/
{%- for source in sources %}
select
    n{{ " + (" ~ source.start ~ "::bigint << 40)" if source.start }} as n,
    run,
    query_id,
    doc_id,
    {#- a score that is not a number is rejected, even if it decides nothing #}
    {{ "case when isfinite(score) then -rank end" if order == "rank" else compared_score(order) }} as score,
    score as exact
from ({{ source.rows }})
{{ "union all" if not loop.last }}
{%- endfor %}
