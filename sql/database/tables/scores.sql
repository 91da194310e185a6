/*
name  = "scores"
about = "One row per measure, run and query: the value. Everything else of runs is made of these."

[columns]
run      = "name of the run"
query_id = "the query"
metric   = "the measure, such as nDCG@10; table metric says what it is"
value    = "the value; null where the measure has none"
*/
select run::run_name as run, query_id::query_name as query_id, metric, value
from made_scores
order by metric asc, run asc, query_id asc
