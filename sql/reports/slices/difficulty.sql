/*
about = """
What reports/queries/difficulty says of each query, with its text and, in a column for each attribute, the slices that
it is in."""
*/
select
    difficulty.*,
    {%- for attribute in attributes %}
    {{ attribute.column }},
    {%- endfor %}
    text
from ({% include "reports/queries/difficulty.sql" %}) as difficulty
left join texts using (query_id)
{%- if attributes %}
left join
    (
        select
            query_id
            {%- for attribute in attributes %},
            string_agg(slice, ', ' order by place asc) filter (attribute = {{ attribute.text }})
                as {{ attribute.column }}
            {%- endfor %}
        from slices
        group by query_id
    ) as placed
    using (query_id)
{%- endif %}
order by (select place from asked where asked.metric = difficulty.metric) asc, difficulty.place asc
