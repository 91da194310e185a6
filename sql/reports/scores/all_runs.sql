/*
about = "What tests of all runs together say: one row per measure and test."

[columns]
metric      = "the measure"
test        = "the test"
runs        = "how many runs there are"
queries     = "on how many queries all of them have a value"
statistic   = "what the test looks at; null if it is infinite"
df          = "its degrees of freedom, of the runs"
error_df    = "those of what is left to chance, if the test has any"
p_value     = "how likely so large a statistic is if no run differs"
significant = "whether that is below $alpha"
*/
select
    metric,
    test,
    runs,
    queries,
    case when isfinite(statistic) then statistic end as statistic,
    df,
    error_df,
    p_value,
    coalesce(p_value < $alpha, false) as significant
from
    (
        {%- for test in tests %}
        select metric, '{{ test }}' as test, statistic, df, error_df, p_value
        from ({% include "significance/" ~ test ~ ".sql" %})
        {{- " union all" if not loop.last }}
        {%- endfor %}
    )
join asked using (metric)
left join (select metric, runs, queries from variances) using (metric)
order by place asc, test asc
