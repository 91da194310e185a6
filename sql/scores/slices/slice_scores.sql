/*
about = "The scores of each slice, by its measures."
*/
select scores.run, query_id, sliced.metric, scores.value
from evalsql_whole_scores as scores
join sliced on sliced.of = scores.metric
join slices using (attribute, slice, query_id)
