/*
about = "One row per run, query and measure of trials: how many have a value, and what these are."

[columns]
run      = "name of the run"
query_id = "the query"
metric   = "the measure, as text"
mean     = "the mean over the trials; null if none has a value"
trials   = "how many of them have a value"
ones     = "what their values add up to: how many ones there are, if they are 0 or 1"
fit      = "whether they are all 0 or 1"
*/
select
    run,
    query_id,
    metric,
    avg(value order by trial asc) as mean,
    count(value) as trials,
    sum(value order by trial asc) as ones,
    coalesce(bool_and(value in (0, 1)), true) as fit
from trial_scores
group by run, query_id, metric
