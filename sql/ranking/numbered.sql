/*
about = """
A view of the rows of a pass that may be ranked. Documents that must not count are gone, and so the ranks below them
close up. A row without ids is left, since it is refused."""

[columns]
n        = "number of the row, as in given_rows"
run      = "name of the run"
query_id = "the query"
doc_id   = "the document"
score    = "what puts documents in order"
exact    = "the score as it is, a double"
*/
{%- if candidates %}
{%- set keys = "doc_id" if candidates == "of all queries" else "query_id, doc_id" %}
select evalsql_given_rows.*
from evalsql_given_rows
left join (select distinct {{ keys }}, true as listed from evalsql_candidates) using ({{ keys }})
{%- else %}
from evalsql_given_rows
{%- endif %}
{%- if exclusions %}
anti join evalsql_exclusions using (query_id, doc_id)
{%- endif %}
{%- if without_own %}
where coalesce(doc_id <> query_id, true)
{%- endif %}
{%- if candidates %}
{{ "and" if without_own else "where" }} (listed or coalesce(query_id, '') = '' or coalesce(doc_id, '') = '')
{%- endif %}
