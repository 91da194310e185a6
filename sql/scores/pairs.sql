/*
name  = "pairs"
about = """
One row per measure and two runs that are compared: on how many queries, the mean of their differences, its variance,
and the differences themselves.
"""
*/
select
    metric,
    run,
    other,
    count(*) as queries,
    avg(difference order by query_id asc) as mean,
    -- what is below the last digits of the values is rounding
    case
        when sqrt(var_samp(difference order by query_id asc)) <= 1e-14 * max(greatest(abs(value), abs(other_value)))
            then 0
        else var_samp(difference order by query_id asc)
    end as variance,
    list(difference order by query_id asc) as differences
from differences
group by all
