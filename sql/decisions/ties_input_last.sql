/*
decision = "ties"
choice   = "order of the input, from behind"
of       = "runs"
place    = 12
about    = "Of equal scores the one that was given last is first."
changes  = """
select query_id
from told
join (select query_id, score, doc_id as judged from told where relevance is not null) using (query_id, score)
where doc_id <> judged"""
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by score desc, n desc) as score
from told
where copy = 1
