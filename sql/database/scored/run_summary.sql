/*
about = "The runs, one row each: how many queries they have scores for."

[columns]
run     = "name of the run"
queries = "how many queries the run has scores for"
evaluation = "the evaluation that added the run, as in table evaluations"
*/
select run::varchar as run, count(distinct query_id) as queries, any_value(evaluation) as evaluation
from made_scores
join made_added using (run)
group by all
order by run asc
