/*
decision = "score type"
choice   = "float32"
of       = "runs"
place    = 20
about    = "Scores are compared in single precision, as trec_eval 9 does: those that then are equal are ties."
when     = "exists (select 1 from told where score::float <> score)"
*/
select query_id, doc_id, score::float::double as score
from told
where copy = 1
