/*
decision = "ties"
choice   = "order of the input"
of       = "runs"
place    = 11
about    = "Of equal scores the one that was given first is first, as a stable sort leaves them."
when     = "exists (select 1 from told where copy = 1 group by query_id, score having count(*) > 1)"
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by score desc, n asc) as score
from told
where copy = 1
