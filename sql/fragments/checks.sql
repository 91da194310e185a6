{#-
What checks share. `places` says where the rows that a check finds stand. In a macro, where rows have no place, the
first is that of the lowest values.
-#}

{#- Where the first two rows of a group stand: their files, and their numbers in them. -#}
{%- macro first_places() -%}
list({'file': file, 'row': row} order by file asc, row asc)[:2]
{%- endmacro -%}

{#- The first values that two rows share in some columns, if no required one is null; how many there are. -#}
{%- macro same_twice(rows, columns, required) -%}
select {{ columns | join(', ') }}, count(*) over () as count, {{ first_places() }} as places
from {{ rows }}
where {{ required | join(' is not null and ') }} is not null
group by {{ columns | join(', ') }}
having count(*) > 1
order by {{ columns | join(' asc, ') }} asc
limit 1
{%- endmacro -%}

{#- Whether two rows may have the same values in some columns: false is sure, and known in a third of the time. -#}
{%- macro maybe_twice(rows, columns) -%}
select 1 from {{ rows }} group by hash({{ columns | join(', ') }}) having count(*) > 1
{%- endmacro -%}

{#- The first row that a condition says is bad, and how many there are. -#}
{%- macro first_row(rows, bad) -%}
select
    *,
    count(*) over () as count,
    [{'file': file, 'row': row}] as places
from {{ rows }}
where {{ bad }}
order by {% if in_macro %}all asc{% else %}file asc, row asc{% endif %}
limit 1
{%- endmacro -%}

{#- The rankings of runs whose rank column says another order than the scores. -#}
{%- macro contradicting_ranks(runs) -%}
select distinct run, query_id
from
    (
        select run, query_id, rank < lag(rank) over best_first and score < lag(score) over best_first as contradicts
        from {{ runs }}
        where rank is not null and run is not null and query_id is not null and score is not null
        window best_first as (partition by run, query_id order by score desc, rank asc)
    )
where contradicts
{%- endmacro -%}

{#- A number as people write it, 2 rather than 2.0; null if there is no number. -#}
{%- macro plain_number(number) -%}
regexp_replace(({{ number }})::varchar, '[.]0$', '')
{%- endmacro -%}
