/*
decision = "order"
choice   = "order of the input"
of       = "runs"
place    = 16
about    = "Documents are in the order in which they were given, whatever their scores."
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by n asc) as score
from told
where copy = 1
