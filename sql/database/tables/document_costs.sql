/*
schema = "internal"
about  = "One row per document whose cost was given; empty if none was."

[columns]
query_id = "the query; null: of every query"
doc_id   = "the document"
cost     = "what a user pays who looks at the document, such as seconds or words"
*/
select query_id, doc_id, cost
from made_document_costs
order by doc_id asc, query_id asc
