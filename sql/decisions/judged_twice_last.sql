/*
decision = "documents judged twice"
choice   = "the last counts"
of       = "qrels"
place    = 44
about    = "Of a document that is judged twice the row that was given last counts, as in a dictionary."
changes  = "select query_id from told_qrels where copy > 1"
*/
select *
from told_qrels
qualify row_number() over (partition by query_id, doc_id, subtopic order by n desc) = 1
