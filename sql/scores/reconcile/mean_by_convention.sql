/*
about = "The mean of a measure over the queries of a population, of the inputs as they are."

[columns]
value = "the mean"
*/
select {{ summarized(summary) }} as value
from tried
join told_queries using (query_id)
where variant = 0 and metric = {{ metric }} {{ "and answered" if answered }}
