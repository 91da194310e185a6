/*
about = "One row per coefficient and two measures, in the order asked."

[columns]
coefficient = "a file of sql/correlations"
measure     = "a measure"
other       = "the other one, or the measure under the other condition"
runs        = "how many runs both have a mean for"
value       = "the coefficient; null if a measure ties all runs"
p_value     = "two-sided; null if the coefficient has none"
smallest_05 = "of a coefficient that says so, the smallest value that is significant at .05 for so many runs"
smallest_01 = "the same at .01"
*/
select
    coefficient,
    metric as measure,
    other,
    runs,
    value,
    p_value,
    smallest_05,
    smallest_01
from
    (
        {%- for name, found in coefficients.items() %}
        select {{ loop.index }} as place, '{{ name }}' as coefficient, * from ({{ found }})
        union all by name
        {%- endfor %}
        select null::double as smallest_05, null::double as smallest_01 where false
    ) as found
join (select metric, min(place) as first from means group by all) using (metric)
join (select metric as other, min(place) as second from other_means group by all) using (other)
order by found.place asc, first asc, second asc
