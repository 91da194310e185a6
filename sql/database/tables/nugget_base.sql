/*
name   = "nugget_base"
schema = "internal"
about  = """
One row per document and subtopic that it is judged relevant to, found or not; empty where judgments are not by
subtopic.
"""

[columns]
query_id  = "the query"
doc_id    = "the document"
subtopic  = "the subtopic; of a relevant document it is called a nugget"
weight    = "how much the subtopic matters to users: 1 if not given"
relevance = "the judgment for this subtopic; above 0"
gain      = "what the document adds for this subtopic"
*/
select query_id::internal.query_name as query_id, doc_id, subtopic, weight, relevance, gain
from made_nugget_base
order by query_id asc, doc_id asc, subtopic asc
