/*
name  = "contrasts"
about = """
One row per measure and two runs that are compared: their means over the queries that both have a value for, how the
differences are spread, and how many are on either side.
"""
*/
select
    metric,
    run,
    other,
    count(*) as queries,
    avg(value order by query_id asc) as mean,
    avg(other_value order by query_id asc) as other_mean,
    avg(difference order by query_id asc) as difference,
    -- what is below the last digits of the values is rounding
    case
        when stddev_samp(difference order by query_id asc) <= 1e-14 * max(greatest(abs(value), abs(other_value))) then 0
        else stddev_samp(difference order by query_id asc)
    end as deviation,
    count(*) filter (round(difference, 12) > 0) as wins,
    count(*) filter (round(difference, 12) < 0) as losses
from differences
group by all
