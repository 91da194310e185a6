/*
name  = "category_tests"
about = "Whether categories differ by the means of their runs: a row a measure for all of them, and one for each two."
*/
select metric, test, category, other, statistic, p_value
from
    (
        select metric, 'kruskal_wallis' as test, null as category, null as other, statistic, p_value
        from ({% include "significance/kruskal_wallis.sql" %})
        union all
        select metric, 'mann_whitney' as test, category, other, statistic, p_value
        from ({% include "significance/mann_whitney.sql" %})
    )
join asked using (metric)
order by place asc, test asc, category asc, other asc
