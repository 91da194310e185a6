/*
about = """
One row per measure and run, as if it were compared with one that scores 0: its values, their mean and their variance.
So a file of sql/intervals that is of two runs gives the interval of a mean too."""
*/
select
    metric,
    run,
    null::varchar as other,
    len(differences) as queries,
    list_avg(differences) as mean,
    -- what is below the last digits of the values is rounding
    case
        when sqrt(list_var_samp(differences))
            <= 1e-14 * list_max(list_transform(differences, lambda each: abs(each)))
            then 0
        else list_var_samp(differences)
    end as variance,
    differences
from (select metric, run, list(value order by query_id asc) as differences from compared group by metric, run)
