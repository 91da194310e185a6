/*
name  = "run_summary"
about = "The runs, one row each: how many queries they have scores for."

[columns]
run     = "name of the run"
queries = "how many queries the run has scores for"
*/
select run::varchar as run, count(distinct query_id) as queries
from made_scores
group by all
order by run asc
