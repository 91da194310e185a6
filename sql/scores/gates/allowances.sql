/*
about = "One row per measure: how much of it may be lost."

[columns]
metric = "the measure"
margin = "as a value of the measure"
share  = "as a share of what it is lost from"
*/
select *
from
    (
        -- the first row is for the types alone
        values
            (null::varchar, 0e0, 0e0)
            {%- for each in margins %},
            ({{ each.metric }}, {{ each.margin }}, {{ each.share }})
            {%- endfor %}
    ) as allowances(metric, margin, share)
where metric is not null
