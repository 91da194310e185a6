/*
decision = "documents retrieved twice"
choice   = "each counts"
of       = "runs"
judged   = "told_copies"
place    = 34
about    = "A document that is retrieved twice counts twice, and is as relevant each time."
changes  = "select query_id from told where copy > 1"
*/
select query_id, case when copy > 1 then 'copy ' || copy || ' of ' || doc_id else doc_id end as doc_id, score
from told
