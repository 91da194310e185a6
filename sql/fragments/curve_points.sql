{#- What the charts of curves have in common: the points of what evalsql.curve gave, and the sentences about them. -#}

{#- The panels, one for each query or slice, and the points of lines in them, with what `heads` says of their curve. -#}
{%- macro curve_points() -%}
entries as (
    select *, rowid as entry from curved
    union all by name
    select
        null::varchar as query_id, null::varchar as attribute, null::varchar as slice, null::bigint as queries,
        null::double as rank, null::double as recall, null::double as p
    where false
),

panels as (
    select
        coalesce(query_id, attribute || ': ' || slice, '') as panel,
        count(*) over () as panels,
        min(entry) as panel_place,
        row_number() over (order by any_value(queries) desc nulls last, panel_place asc) as size,
        bool_or(query_id is not null) as by_query,
        bool_or(slice is not null) as by_slice,
        case
            when by_slice then panel || ' (' || {{ times("any_value(queries)", "query") }} || ')'
            when by_query and panels > 1 then 'query ' || panel
        end as title,
        case
            when by_slice then 'Means over the queries of each slice.'
            when not by_query then 'Means ' || coalesce(nullif($about, ''), 'over queries') || '.'
            when panels > 1 then 'Each query.'
            else 'Query ' || panel || '.'
        end || case when by_slice and panels > 6 then ' The 6 largest of ' || panels || ' slices.' else '' end as means,
        case
            when count(rank) > 0 then 'rank'
            when count(recall) > 0 then 'recall'
            when count(p) > 0 then 'p'
        end as over
    from entries
    group by query_id, attribute, slice
),

points as (
    select
        panels.*,
        heads.*,
        run,
        coalesce(rank, recall, p)::double as point,
        value,
        ideal,
        row_number() over (partition by metric, panel, run order by point asc) as number,
        count(*) over (partition by metric, panel, run) as points
    from entries
    join panels on panel = coalesce(query_id, attribute || ': ' || slice, '')
    join heads using (metric)
)
{%- endmacro -%}

{#- The places of runs, the best first, by the lines of the first curve, whose values are so called. -#}
{%- macro curve_places(lines, value) -%}
endings as (
    select
        run,
        panel,
        any_value(sign)
            * case
                when any_value(over) = 'rank' then arg_max({{ value }}, point)
                else avg({{ value }} order by point asc)
            end as ending
    from {{ lines }}
    where curve = 1
    group by run, panel
),

places as (
    select
        run,
        row_number() over (order by avg(ending order by panel asc) desc nulls last, run asc) as place,
        count(*) over () as runs
    from endings
    group by run
)
{%- endmacro -%}

{#- What cannot be drawn of so many panels beside each other. -#}
{%- macro curve_refusal(beside, what) -%}
case
    when over is null
        then 'a table of points, as evalsql.curve gives it, was expected; this one lacks rank, recall or p'
    when by_query and panels > 6
        then 'a picture has room for the curves of 6 queries, and there are ' || format('{:,}', panels)
            || '; --queries chooses some, and without --per-query their means are drawn'
            || ' (in Python: queries, average=True)'
    when {{ beside }} > 4
        then 'a picture has room for 4 ' || {{ what }} || ' side by side, and there are ' || {{ beside }}
end
{%- endmacro -%}
