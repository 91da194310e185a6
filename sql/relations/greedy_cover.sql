/*
about = """
Documents that cover the nuggets of a query quickly, found greedily: at each rank the document with the most nuggets
that none above it has."""

[columns]
query_id = "the query"
rank     = "1, 2, 3, ..., down to the last document with a nugget"
doc_id   = "the document"
gain     = "how many nuggets it is the first to have"
*/
{%- set alpha, depth, weight, first = "1", "2147483647", "1::double", "highest" %}
{% include "relations/greedy/" ~ greedy ~ ".sql" %}
