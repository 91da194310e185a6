/*
name  = "pairs"
about = "One row per measure and two runs that are compared: on how many queries, the mean of their differences, its variance, and the differences themselves."
*/
select
    metric,
    run,
    other,
    count(*) as queries,
    avg(difference order by query_id asc) as mean,
    var_samp(difference order by query_id asc) as variance,
    list(difference order by query_id asc) as differences
from differences
group by all
