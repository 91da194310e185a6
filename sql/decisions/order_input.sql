/*
decision = "order"
choice   = "order of the input"
of       = "runs"
place    = 16
about    = "Documents are in the order in which they were given, whatever their scores."
changes  = """
select query_id
from (select query_id, score, lag(score) over (partition by query_id order by n asc) as before from told where copy = 1)
where score > before
union all
select query_id
from told
join (select query_id, score, doc_id as judged from told where relevance is not null) using (query_id, score)
where doc_id <> judged"""
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by n asc) as score
from told
where copy = 1
