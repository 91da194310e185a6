/*
decision = "ties"
choice   = "doc_id, lowest first"
of       = "runs"
place    = 10
about    = "Of equal scores the lowest doc_id is first, by its bytes."
changes  = """
select query_id
from told
join (select query_id, score, doc_id as judged from told where relevance is not null) using (query_id, score)
where doc_id <> judged"""
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by score desc, doc_id asc) as score
from told
where copy = 1
