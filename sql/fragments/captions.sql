{#- Pieces of the captions of charts, and of what stands in them. -#}

{#- Over how many queries means are, where runs have as many: over 50 queries, or over the queries of each run. -#}
{%- macro over_queries(queries) -%}
case
    when min({{ queries }}) over () = max({{ queries }}) over () then {{ times(queries, "query") }}
    else 'the queries of each run'
end
{%- endmacro -%}

{#- From how many to how many there are of something in the rows: 12, or 10 to 12. -#}
{%- macro span(count) -%}
min({{ count }}) over ()::bigint
    || case
        when min({{ count }}) over () < max({{ count }}) over () then ' to ' || (max({{ count }}) over ())::bigint
        else ''
    end
{%- endmacro -%}

{#- What the column of a slice is called, where `queries` is how many it has. -#}
{%- macro slice_named(attribute, slice, queries) -%}
case
    when {{ attribute }} is null then 'all'
    when count(distinct {{ attribute }}) over () = 1 then {{ slice }}
    else {{ attribute }} || ': ' || {{ slice }}
end || ' (' || max({{ queries }}) over (partition by {{ attribute }}, {{ slice }})::bigint || ')'
{%- endmacro -%}

{#- The attribute of all slices, if there is one alone. -#}
{%- macro the_only(attribute) -%}
case when count(distinct {{ attribute }}) over () = 1 then max({{ attribute }}) over () else null end
{%- endmacro -%}

{#- A number with so many digits behind the point, without a sign if it is 0. -#}
{%- macro decimals(value, digits, sign="") -%}
regexp_replace(format('{:{{ sign }}.{{ digits }}f}', {{ value }}::double), '^-(0[.]0*)$', '{{ sign }}\1')
{%- endmacro -%}

{#- A share in percent. -#}
{%- macro percent(share) -%}
format('{:.0f}%', 100 * {{ share }}::double)
{%- endmacro -%}

{#- A number with no more digits than it needs: a relevance at an axis. -#}
{%- macro shortest(value) -%}
format('{:g}', {{ value }}::double)
{%- endmacro -%}

{#- A name that is no longer than 32 characters: its beginning and its end. -#}
{%- macro without_middle(name, most=32) -%}
case
    when length({{ name }}) > {{ most }}
        then left({{ name }}, {{ most // 2 }}) || '…' || right({{ name }}, {{ (most - 1) // 2 }})
    else {{ name }}
end
{%- endmacro -%}

{#- A file without its folder. -#}
{%- macro file_of(path) -%}
parse_filename({{ path }}, false, 'both_slash')
{%- endmacro -%}

{#- From below the least to above the greatest of some values, with an edge of so much of their range, or where they
are all alike another one. -#}
{%- macro domain_of(low, high, edge, alike="abs(ends.high) * 0.05") -%}
list_transform(
    [{'low': {{ low }}, 'high': {{ high }}}],
    lambda ends: list_transform(
        [coalesce(nullif((ends.high - ends.low) * {{ edge }}, 0), nullif({{ alike }}, 0), 1)],
        lambda more: [ends.low - more, ends.high + more]
    )[1]
)[1]
{%- endmacro -%}

{#- About how many pixels a text takes, as letters of Helvetica are wide. -#}
{%- macro text_width(text) -%}
10 * list_sum(list_transform(string_split({{ text }}, ''), lambda letter: case
    when contains('iIjl.,:;|! ftr()[]/-''', letter) then 0.3
    when contains('mwMW@%…', letter) then 0.85
    when letter <> lower(letter) then 0.67
    else 0.55
end))
{%- endmacro -%}

{#- The queries that $run and $other both have a value for, of the first measure, and whose value is the better one. -#}
{%- macro values_of_two() -%}
select
    metric,
    query_id,
    $run as run,
    $other as other,
    one.value,
    two.value as other_value,
    one.value - two.value as difference,
    asked.sign,
    case sign(round(difference, 12)) * asked.sign when 1 then $run when -1 then $other end as ahead,
    case ahead when $run then 'run' when $other then 'other' else 'neither' end as side,
    case when $run = $other then 'the chart is of two runs, and ' || $run || ' is named twice' else null end as refusal
from scores as one
join scores as two using (metric, query_id)
join asked using (metric)
where one.run = $run and two.run = $other and one.value is not null and two.value is not null
qualify asked.place = min(asked.place) over ()
{%- endmacro -%}

{#- On how many queries each of two runs is better, where `ahead` says which one, in parts of a sentence. -#}
{%- macro won_and_lost(queries) -%}
format('{:,}', coalesce(sum({{ queries }}::bigint) filter (ahead = $run) over (), 0)::bigint) as better,
format('{:,}', coalesce(sum({{ queries }}::bigint) filter (ahead = $other) over (), 0)::bigint) as worse,
{{ times("sum(" ~ queries ~ "::bigint) over ()", "query") }} as queries,
coalesce(format(', {:,} the same', (sum({{ queries }}::bigint) filter (ahead is null) over ())::bigint), '') as same,
case when sign < 0 then ' (lower is better)' else '' end as lower
{%- endmacro -%}
