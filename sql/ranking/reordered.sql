/*
name  = "reordered"
about = "The documents of equal scores, each with the row where it belongs: by doc_id descending by bytes."

[columns]
n     = "number of its row"
head  = "first row of those of this score"
tail  = "last row of them"
place = "the row where it belongs"
*/
select
    n,
    head,
    tail,
    head + row_number() over (partition by head order by doc_id desc) - 1 as place
from {{ runs }}
join evalsql_ties using (n)
