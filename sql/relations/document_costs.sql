/*
about = "One row per document whose cost is given, and query where it differs by query."

[columns]
query_id = "the query; null: of every query"
doc_id   = "the document"
cost     = "what a user pays who looks at the document, such as seconds or words; 0 or more"
*/
select query_id, doc_id, cost
from {{ costs }}
