/*
name  = "reordered"
about = "The documents of equal scores, each with the row where it belongs: by doc_id descending by bytes."
*/
select
    n,
    head,
    tail,
    head + row_number() over (partition by head order by doc_id desc) - 1 as place
from {{ runs }}
join evalsql_ties using (n)
