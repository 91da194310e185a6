/*
name  = "hardest_queries"
about = "The ten queries of each measure on which runs do worst on average, the hardest first."

[columns]
metric    = "the measure"
place     = "position of the query, the hardest first, from 1"
query_id  = "the query"
runs      = "how many runs have a value for the query"
mean      = "mean of the values of the runs for the query"
median    = "median of the values of the runs for the query"
deviation = "standard deviation of the values of the runs for the query; null of one run"
lowest    = "lowest value of a run for the query"
highest   = "highest value of a run for the query"
best_run  = "run that does best on the query; of equal ones the first by name"
*/
select
    metric,
    difficulty.place::integer as place,
    query_id::varchar as query_id,
    runs::integer as runs,
    mean,
    median,
    deviation,
    lowest,
    highest,
    best_run::varchar as best_run
from ({% include "frames/difficulty.sql" %}) as difficulty
where difficulty.place <= 10
order by metric asc, place asc
