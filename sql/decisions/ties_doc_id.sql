/*
decision = "ties"
choice   = "doc_id, lowest first"
of       = "runs"
place    = 10
about    = "Of equal scores the lowest doc_id is first, by its bytes."
when     = "exists (select 1 from told where copy = 1 group by query_id, score having count(*) > 1)"
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by score desc, doc_id asc) as score
from told
where copy = 1
