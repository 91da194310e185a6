/*
about  = """
One row per document and judge of a query, and per subgroup of the judge's judgments: within a subgroup the document of
higher relevance is preferred. What is judged below 0 plays no part. Empty if judgments are not by subtopic."""
stored = "query_id asc, judge asc, subgroup asc, doc_id asc"

[columns]
query_id  = "the query"
doc_id    = "the document"
judge     = """
the judge, called a judgment group by trec_eval: what stands before a tab where judgments have the subtopic"""
subgroup  = "the judge with the subgroup behind a tab, if there is one; compared by its bytes"
relevance = "the judgment, as given; 0 or above"
*/
select
    query_id,
    doc_id,
    split_part(subtopic, chr(9), 1) collate "binary" as judge,
    subtopic as subgroup,
    relevance
from {{ subtopics }}
where relevance >= 0
