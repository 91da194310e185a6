/*
about = """
The ideal ranking of a query, found greedily (Clarke et al., section 5.1): at each rank the document of the highest
alpha gain that is left; of equal gains the highest doc_id by bytes."""

[columns]
query_id = "the query"
rank     = "1, 2, 3, ..., down to k or the last document with a nugget"
doc_id   = "the document"
gain     = "its alpha gain there: equation 7"
*/
{%- set alpha, depth, weight, first = "$alpha", "$k", "weight", "highest" %}
{% include "relations/greedy/" ~ greedy ~ ".sql" %}
