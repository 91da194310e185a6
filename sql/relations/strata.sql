/*
about  = """
One row per stratum of a query's pool, relevance and gain: how many documents of the pool have these. Of those with a
relevance below 0 nobody has judged any. Empty if judgments have no strata."""
stored = "query_id asc, stratum asc, relevance asc, gain asc"

[columns]
query_id  = "the query"
stratum   = "the stratum; compared by its bytes"
relevance = "the judgment, as given; below 0 of documents of the pool that were not drawn to be judged"
gain      = "what such a document adds: its relevance, not below 0, or what the judgments give as its gain"
documents = "how many there are"
*/
select query_id, stratum, relevance, gain, count(*) as documents
from {{ qrels }}
group by all
