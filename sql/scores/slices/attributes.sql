/*
about = "What a table of queries says of each, as text: of the attributes that slices are asked of."

[columns]
attribute = "the attribute, as it was asked for, with how it is cut"
query_id  = "the query"
value     = "what it is; several rows if it is a list"
number    = "the number that says; null if it says none"
*/
select attribute, query_id, value, case when isfinite(number) then number end as number
from
    (
        select
            attribute,
            query_id,
            value,
            case when not (contains(value, '_') or contains(value, '+-')) then try_cast(value as double) end as number
        from
            (
                {%- for each in asked %}
                select
                    {{ each.text }} as attribute,
                    query_id,
                    {{ "unnest(" ~ each.column ~ ")" if each.listed else each.column }} as value
                from evalsql_input_queries
                {{ "union all" if not loop.last }}
                {%- endfor %}
            )
        -- what has no value is called so itself
        where value <> '(null)'
    )
group by all
