/*
decision = "depth"
choice   = "{value}"
of       = "runs"
place    = 31
about    = "Only the first documents of each ranking count."
values   = "depths"
changes  = "select query_id from told group by query_id having count(*) > {value}"
*/
select query_id, doc_id, score
from told
where copy = 1
qualify row_number() over (partition by query_id order by score desc, doc_id desc) <= {{ value }}
