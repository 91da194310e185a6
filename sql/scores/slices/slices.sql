/*
about = """
The queries that are scored, by what each attribute is of them: one row per attribute, slice and query. A query is in
each slice that it has a value of, and in '(null)' if it has none."""

[columns]
attribute       = "the attribute, as it was asked for, with how it is cut: language, length:quartiles"
attribute_place = "1, 2, 3, ..., in the order asked"
slice           = "the value, or, if numbers are cut, from which to which"
place           = "1, 2, 3, ... among the slices of the attribute: by number, else by name, and '(null)' last"
queries         = "how many of the scored queries are in the slice"
query_id        = "the query"
*/
{%- macro written(x) -%}
case when {{ x }} = floor({{ x }}) and abs({{ x }}) < 1e15 then {{ x }}::bigint::varchar else {{ x }}::varchar end
{%- endmacro %}
with
    scored as (select distinct query_id from {{ of | default("scores") }}),
    cuts as (
        select *
        from
            (
                values
                    {%- for each in asked or [{"text": "''", "parts": "null", "borders": "null"}] %}
                    ({{ each.text }}, {{ loop.index }}, {{ each.parts }}::integer, {{ each.borders }}::double[])
                    {{- "," if not loop.last }}
                    {%- endfor %}
            ) as cuts(attribute, attribute_place, parts, borders)
        {{ "where false" if not asked }}
    ),
    ranked as (
        select
            *,
            count(*) over (partition by attribute) as values,
            count(number) over (partition by attribute) as numbers,
            -- equal numbers have as many below them, so that they are in one part
            rank() over (partition by attribute order by number asc nulls last) - 1 as below
        from attributes
        join cuts using (attribute)
        semi join scored using (query_id)
    ),
    parted as (
        select
            *,
            case
                when parts is not null then parts * below // values
                when borders is not null then len(list_filter(borders, lambda border: border <= number))
            end as part
        from ranked
    ),
    bounded as (
        select
            *,
            min(number) over (partition by attribute, part) as lowest,
            max(number) over (partition by attribute, part) as highest
        from parted
    ),
    named as (
        select distinct
            attribute,
            attribute_place,
            case
                when parts is not null and lowest = highest then {{ written("lowest") }}
                when parts is not null then {{ written("lowest") }} || ' to ' || {{ written("highest") }}
                when borders is null then value
                when part = 0 then 'below ' || {{ written("borders[1]") }}
                when part = len(borders) then {{ written("borders[part]") }} || ' and above'
                else {{ written("borders[part]") }} || ' to below ' || {{ written("borders[part + 1]") }}
            end as slice,
            part,
            case when part is null and numbers = values then number end as number,
            false as without,
            query_id
        from bounded
    ),
    filled as (
        from named
        union all
        select attribute, attribute_place, '(null)' as slice, null as part, null as number, true as without, query_id
        from scored
        cross join cuts
        anti join attributes using (attribute, query_id)
    )
select
    attribute,
    attribute_place,
    slice,
    dense_rank() over (
        partition by attribute order by without asc, part asc nulls first, number asc nulls first, slice asc
    ) as place,
    count(*) over (partition by attribute, slice) as queries,
    query_id
from filled
