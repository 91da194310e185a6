/*
decision = "ties"
choice   = "least relevant first"
of       = "runs"
place    = 14
about    = "Of equal scores the least relevant is first: no order of them is worse."
when     = "exists (select 1 from told where copy = 1 group by query_id, score having count(*) > 1)"
*/
select
    query_id,
    doc_id,
    -row_number() over (
        partition by query_id order by score desc, coalesce(relevance, 0) asc, relevance is not null asc, doc_id desc
    ) as score
from told
where copy = 1
