/*
name   = "strata"
schema = "internal"
about  = """
One row per stratum of a query's pool, relevance and gain, with how many documents of the pool have these; empty where
judgments have no strata.
"""

[columns]
query_id  = "the query"
stratum   = "the stratum"
relevance = "the judgment; below 0 of documents that were not drawn to be judged"
gain      = "what such a document adds"
documents = "how many there are"
*/
select query_id::internal.query_name as query_id, stratum, relevance, gain, documents
from made_strata
order by query_id asc, stratum asc, relevance asc, gain asc
