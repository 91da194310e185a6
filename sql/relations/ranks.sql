/*
about = "One row per rank from 1 to k of each run and query, retrieved or not."

[columns]
run      = "name of the run"
query_id = "the query"
rank     = "1, 2, 3, ..., k"
*/
-- least(): a client's k is checked only once this is planned, and a list of 2^31 ranks fills any memory
select run, query_id, unnest(range(1, least($k::bigint, 100000) + 1)) as rank
from topics
