/*
about = "A hash of the rows of what is not a file, such as a frame: the same in whatever order they come."

[columns]
kind   = "qrels, runs or scores, or what stands beside them: gains, weights, costs, exclusions, candidates"
file   = "what the table is called"
digest = "MD5 of what md5_number_lower makes of the rows, by bit_xor, and of how many there are"
*/
{%- set ids = {
    "runs": "run, query_id, doc_id, score",
    "qrels": "query_id, doc_id, relevance, gain, subtopic, iteration, weight, probability, stratum",
    "gains": "query_id, relevance, gain",
    "weights": "query_id, subtopic, weight",
    "costs": "query_id, doc_id, cost",
    "exclusions": "query_id, doc_id",
    "candidates": "query_id, doc_id",
    "values": "run, query_id, metric, value",
} %}
{%- for kind in kinds %}
select
    '{{ kind }}' as kind,
    file,
    md5(bit_xor(md5_number_lower(row({{ ids[kind] }})::varchar))::varchar || ' ' || count(*)) as digest
from evalsql_{{ kind }}
where list_contains({{ tables }}, file)
group by file
{{ "union all" if not loop.last }}
{%- endfor %}
