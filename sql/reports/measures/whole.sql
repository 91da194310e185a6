/*
about = "What is explained: the run, the query, the measure, its value, and how many ranks it looks at."
*/
select run::varchar as run, query_id::varchar as query_id, metric, value, ranks
from scores
cross join extent
