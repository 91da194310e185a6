/*
about = "One row per run that all others are compared with."
*/
select distinct run
from
    (
        select
            {%- if against == "each" %}
            -- a macro takes one name or a list of them
            unnest(
                case when right(typeof($baseline), 1) = ']' then $baseline::varchar[] else [$baseline::varchar] end
            ) as run
            {%- else %}
            unnest($baseline::varchar[]) as run
            {%- endif %}
    )
{%- if against == "each" %}
-- one in a list is refused
where run is not null or right(typeof($baseline), 1) = ']'
{%- else %}
where run is not null
{%- endif %}
