/*
name  = "differences"
about = "One row per measure, two runs that are compared and query that both have a value for: by how much the run is above the other."
*/
select
    opposed.metric,
    opposed.run,
    opposed.other,
    one.query_id,
    one.value,
    two.value as other_value,
    one.value - two.value as difference
from opposed
join compared as one on one.metric = opposed.metric and one.run = opposed.run
join compared as two on two.metric = opposed.metric and two.run = opposed.other and two.query_id = one.query_id
