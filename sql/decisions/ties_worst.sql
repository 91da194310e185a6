/*
decision = "ties"
choice   = "least relevant first"
of       = "runs"
place    = 14
about    = "Of equal scores the least relevant is first: no order of them is worse."
changes  = """
select query_id
from told
join (select query_id, score, doc_id as judged from told where relevance is not null) using (query_id, score)
where doc_id <> judged"""
*/
select
    query_id,
    doc_id,
    -row_number() over (
        partition by query_id order by score desc, coalesce(relevance, 0) asc, relevance is not null asc, doc_id desc
    ) as score
from told
where copy = 1
