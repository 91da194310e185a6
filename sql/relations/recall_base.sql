/*
about  = "One row per relevant document of a query, found or not: what an ideal ranking is made of."
stored = "query_id asc, relevance desc, gain desc"

[columns]
query_id  = "the query"
relevance = "the judgment, as given; above 0"
gain      = "what the document adds: its relevance, or what the judgments give as its gain"
*/
select query_id, relevance, gain
from {{ qrels }}
where relevance > 0
