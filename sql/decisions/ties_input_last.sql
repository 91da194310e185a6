/*
decision = "ties"
choice   = "order of the input, from behind"
of       = "runs"
place    = 12
about    = "Of equal scores the one that was given last is first."
when     = "exists (select 1 from told where copy = 1 group by query_id, score having count(*) > 1)"
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by score desc, n desc) as score
from told
where copy = 1
