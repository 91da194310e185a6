/*
about = "Whether categories differ by the means of their runs: one row per measure for all, and one for each two."
*/
select metric, test, category, other, statistic, p_value
from
    (
        {%- for test in of_all %}
        select metric, '{{ test }}' as test, null as category, null as other, statistic, p_value
        from ({% include "significance/" ~ test ~ ".sql" %})
        union all
        {%- endfor %}
        {%- for test in of_pairs %}
        select metric, '{{ test }}' as test, category, other, statistic, p_value
        from ({% include "significance/" ~ test ~ ".sql" %})
        {{- " union all" if not loop.last }}
        {%- endfor %}
    )
join asked using (metric)
order by place asc, test asc, category asc, other asc
