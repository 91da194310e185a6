/*
about = "The scores that the picture of an attribute's slices is drawn from: those of one measure, query by query."
*/
select slices.attribute, slices.slice, scores.run, scores.query_id, scores.metric, scores.value
from slices
join scores using (query_id)
where slices.attribute = {{ attribute }} and scores.metric = {{ metric }}
order by slices.place asc, slices.slice asc, scores.run asc, scores.query_id asc
