/*
decision = "documents retrieved twice"
choice   = "the highest score counts"
of       = "runs"
place    = 33
about    = "Of a document that is retrieved twice the row of the highest score counts."
changes  = "select query_id from told where copy > 1"
*/
select query_id, doc_id, max(score) as score
from told
group by query_id, doc_id
