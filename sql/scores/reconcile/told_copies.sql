/*
about = "The judgments, and for each further time that the run has a document those of that copy."

[columns]
query_id  = "the query"
doc_id    = "the document, or which copy of it"
relevance = "the judgment"
*/
select * exclude (n, copy)
from told_qrels
where copy = 1

union all by name

select told_qrels.* exclude (n, copy) replace ('copy ' || told.copy || ' of ' || told_qrels.doc_id as doc_id)
from told_qrels
join told on told.query_id = told_qrels.query_id and told.doc_id = told_qrels.doc_id
where told_qrels.copy = 1 and told.copy > 1
