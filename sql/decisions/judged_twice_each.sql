/*
decision = "documents judged twice"
choice   = "each is a relevant document more"
of       = "qrels"
place    = 46
about    = "A document that is judged twice is two relevant documents, but only one of them can be found."
changes  = "select query_id from told_qrels where copy > 1"
*/
select * replace (case when copy > 1 then 'copy ' || copy || ' of ' || doc_id else doc_id end as doc_id)
from told_qrels
