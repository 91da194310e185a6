/*
name   = "recall_base"
schema = "internal"
about  = "One row per relevant document of a query, found or not: what an ideal ranking is made of."

[columns]
query_id  = "the query"
relevance = "the judgment; above 0"
gain      = "what the document adds: its relevance, or what the judgments give as its gain"
*/
select query_id::internal.query_name as query_id, relevance, gain
from made_recall_base
order by query_id asc, relevance desc, gain desc
