/*
decision = "order"
choice   = "the rank column"
of       = "runs"
place    = 15
about    = "Documents are in the order of the rank column, and not of the scores."
changes  = "select query_id from told where not exists (select 1 from told where rank is null)"
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by rank asc, n asc) as score
from told
where copy = 1
