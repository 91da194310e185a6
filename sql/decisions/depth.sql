/*
decision = "depth"
choice   = "{value}"
of       = "runs"
place    = 31
about    = "Only the first documents of each ranking count."
values   = "depths"
changes  = "select query_id from told group by query_id having count(*) > {value}"
*/
{{ first_told(value) }}
