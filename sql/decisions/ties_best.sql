/*
decision = "ties"
choice   = "most relevant first"
of       = "runs"
place    = 13
about    = "Of equal scores the most relevant is first: no order of them is better."
when     = "exists (select 1 from told where copy = 1 group by query_id, score having count(*) > 1)"
*/
select
    query_id,
    doc_id,
    -row_number() over (
        partition by query_id order by score desc, coalesce(relevance, 0) desc, relevance is not null desc, doc_id desc
    ) as score
from told
where copy = 1
