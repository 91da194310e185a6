/*
decision = "order"
choice   = "lowest score first"
of       = "runs"
place    = 17
about    = "Scores are taken for distances: the lowest is first."
*/
select
    query_id,
    doc_id,
    -row_number() over (partition by query_id order by score asc, doc_id desc) as score
from told
where copy = 1
