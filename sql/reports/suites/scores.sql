/*
about = "One row per collection of a suite, run, query and measure: the scores themselves, as each evaluation has them."
*/
select dataset, run, query_id, metric, value
from suite_scores
order by position asc
