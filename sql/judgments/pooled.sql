/*
about = "The judgments of a pool: of documents that one of its runs has in its first $depth ranks."
*/
select *
from pool_qrels
semi join (select query_id, doc_id from contributed where rank <= $depth) using (query_id, doc_id)
