/*
about = "One row per document that a run retrieved, judged or not, and whose cost is given."

[columns]
run      = "name of the run"
query_id = "the query"
rank     = "position in the ranking, from 1"
cost     = "what a user pays who looks at the document, such as seconds or words; 0 or more"
*/
select retrieved.run, retrieved.query_id, retrieved.rank, document_costs.cost
from retrieved
join document_costs
    on document_costs.doc_id = retrieved.doc_id
    and coalesce(document_costs.query_id, retrieved.query_id) = retrieved.query_id
