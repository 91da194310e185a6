/*
about = """
Of each measure, how far the interval of a run's mean reaches to either side, by the two-way analysis of variance."""
*/
select
    metric,
    case
        when error_df > 0 then {{ t_quantile("(1 + $confidence) / 2", "error_df") }} * sqrt(error_variance / queries)
    end as margin
from variances
join asked using (metric)
order by asked.place asc
