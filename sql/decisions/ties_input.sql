/*
decision = "ties"
choice   = "order of the input"
of       = "runs"
place    = 11
about    = "Of equal scores the one that was given first is first, as a stable sort leaves them."
changes  = """
select query_id
from told
join (select query_id, score, doc_id as judged from told where relevance is not null) using (query_id, score)
where doc_id <> judged"""
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by score desc, n asc) as score
from told
where copy = 1
