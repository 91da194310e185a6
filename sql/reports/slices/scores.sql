/*
about = "The score of every run on every query, once for each slice that the query is in."
*/
select attribute, slice, run, query_id, metric, value
from scores
join asked using (metric)
join slices using (query_id)
order by attribute_place asc, slices.place asc, run asc, asked.place asc, query_id asc
