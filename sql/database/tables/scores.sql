/*
from  = "scores"
about = "One row per measure, run and query: the value. Everything else of runs is made of these."

[columns]
run      = "name of the run"
query_id = "the query"
metric   = "the measure, such as nDCG@10; table measures says what it is"
value    = "value of the measure for the run and query; null if it has none"
*/
select run::varchar as run, query_id::varchar as query_id, metric, value
from made_scores
order by metric asc, run asc, query_id asc
