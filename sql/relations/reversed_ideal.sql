/*
about = """
The worst ordering of the documents with a nugget, found greedily (Clarke et al., section 6.1): at each rank the one of
the lowest alpha gain; of equal gains the highest doc_id by bytes."""

[columns]
query_id = "the query"
rank     = "1, 2, 3, ..., down to k or the last document with a nugget"
doc_id   = "the document"
gain     = "its alpha gain there: equation 7"
*/
{%- set alpha, depth, weight, first = "$alpha", "$k", "weight", "lowest" %}
{% include "relations/greedy/" ~ greedy ~ ".sql" %}
