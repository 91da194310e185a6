/*
about  = """
One row per document and subtopic that it is judged relevant to, found or not: what an ideal ranking is made of. Empty
if judgments are not by subtopic."""
stored = "query_id asc, doc_id asc, subtopic asc"

[columns]
query_id  = "the query"
doc_id    = "the document"
subtopic  = "the subtopic; of a relevant document it is called a nugget"
weight    = """
how much the subtopic matters to users, P(nugget in user): 1 if not given; the same for all documents of a query"""
relevance = "the judgment for this subtopic, as given; above 0"
gain      = "what the document adds for this subtopic: its relevance, or what the judgments give as its gain"
*/
select query_id, doc_id, subtopic, weight, relevance, gain
from {{ subtopics }}
where relevance > 0
