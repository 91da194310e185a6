/*
decision = "documents retrieved twice"
choice   = "the last counts"
of       = "runs"
place    = 32
about    = "Of a document that is retrieved twice the row that was given last counts, as in a dictionary."
changes  = "select query_id from told where copy > 1"
*/
select query_id, doc_id, score
from told
qualify row_number() over (partition by query_id, doc_id order by n desc) = 1
