/*
decision = "score type"
choice   = "float32"
of       = "runs"
place    = 20
about    = "Scores are compared in single precision, as trec_eval 9 does: those that then are equal are ties."
changes  = """
select query_id
from (select query_id, score, score::float as near from told)
join (select query_id, score as judged, score::float as near from told where relevance is not null)
    using (query_id, near)
where score <> judged"""
*/
select query_id, doc_id, score::float::double as score
from told
where copy = 1
