/*
name  = "compared"
about = "The scores that are compared: of the measures asked for, where there is a value."
*/
select metric, run, query_id, value
from scores
semi join asked using (metric)
where value is not null
