/*
name   = "opinions"
schema = "internal"
about  = """
One row per document and judge of a query, and per subgroup of the judge's judgments, of a relevance of 0 or above;
empty where judgments are not by subtopic.
"""

[columns]
query_id  = "the query"
doc_id    = "the document"
judge     = "the judge, or the subtopic"
subgroup  = "the judge with the subgroup behind a tab, if there is one"
relevance = "the judgment, as given"
*/
select query_id::internal.query_name as query_id, doc_id, judge, subgroup, relevance
from made_opinions
order by query_id asc, judge asc, subgroup asc, doc_id asc
