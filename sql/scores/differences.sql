/*
name  = "differences"
about = """
One row per measure, two runs that are compared and query that both have a value for: by how much the run is above the
other; 0 where that is rounding alone.
"""
*/
select
    opposed.metric,
    opposed.run,
    opposed.other,
    one.query_id,
    one.value,
    two.value as other_value,
    case
        when abs(one.value - two.value) > 1e-14 * greatest(abs(one.value), abs(two.value)) then one.value - two.value
        else 0
    end as difference
from opposed
join compared as one on one.metric = opposed.metric and one.run = opposed.run
join compared as two on two.metric = opposed.metric and two.run = opposed.other and two.query_id = one.query_id
