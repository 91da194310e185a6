/*
name  = "ranks"
about = "One row per rank from 1 to k of each run and query, retrieved or not."

[columns]
run      = "name of the run"
query_id = "the query"
rank     = "1, 2, 3, ..., k"
*/
select run, query_id, unnest(range(1, $k + 1)) as rank
from topics
