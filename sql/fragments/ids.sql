{#
Ids that look alike and are not the same: 007 and 7, 1.0 and 1, upper and lower case, letters composed and decomposed,
blanks at the ends, quotes kept. Ids are compared by their bytes; what is here only finds out why so few are met.
#}

{#- An id without blanks at its ends. -#}
{%- macro without_blanks(id) -%}
regexp_replace({{ id }}, '^[\s\v\pZ\x{FEFF}]+|[\s\v\pZ\x{FEFF}]+$', '', 'g')
{%- endmacro -%}

{#- An id without the quotes around it. -#}
{%- macro without_quotes(id) -%}
regexp_replace({{ id }}, '^(["''])(.*)["'']$', '\2')
{%- endmacro -%}

{#- An id that is a whole number, without a point. -#}
{%- macro without_point(id) -%}
regexp_replace({{ id }}, '^([-+]?[0-9]+)\.0+$', '\1')
{%- endmacro -%}

{#- An id without zeros before its first digit. -#}
{%- macro without_zeros(id) -%}
regexp_replace({{ id }}, '^0+([0-9])', '\1')
{%- endmacro -%}

{#- An id of a passage, such as d1#3, without the number of the passage in its document. -#}
{%- macro without_passage(id) -%}
regexp_replace({{ id }}, '#.*$', '')
{%- endmacro -%}

{#- An id after all such changes: what looks alike is the same. -#}
{%- macro plain_id(id) -%}
{%- set bare = without_passage(without_blanks(without_quotes(without_blanks(id)))) -%}
{{ without_zeros(without_point("lower(nfc_normalize(" ~ bare ~ "))")) }}
{%- endmacro -%}

{#- Which change makes two ids that look alike the same, for a sentence. -#}
{%- macro change_of_id(one, other) -%}
case
    when {{ without_blanks(one) }} = {{ without_blanks(other) }} then 'without blanks at their ends'
    when {{ without_quotes(one) }} = {{ without_quotes(other) }} then 'without quotes around them'
    when nfc_normalize({{ one }}) = nfc_normalize({{ other }}) then 'in one Unicode normal form'
    when lower({{ one }}) = lower({{ other }}) then 'in one case'
    when {{ without_point(one) }} = {{ without_point(other) }} then 'without a point, 1.0 as 1'
    when {{ without_zeros(one) }} = {{ without_zeros(other) }} then 'without zeros at their start'
    when {{ without_passage(one) }} = {{ without_passage(other) }} then 'without # and what follows'
    else 'after several changes, such as of case or zeros at their start'
end
{%- endmacro -%}

{#-
Documents of runs that look like judged ones which these runs lack, one row per run and change. `runs` and `judged`
have query_id and doc_id; `few` names the runs that are looked at and how many judged documents they have: a change
counts that more than doubles them.
-#}
{%- macro documents_alike(runs, judged, few) -%}
select
    run,
    change,
    count(distinct query_id || ' ' || doc_id) as documents,
    min_by(query_id, query_id || ' ' || doc_id) as query_id,
    min_by(doc_id, query_id || ' ' || doc_id) as doc_id,
    min_by(judged_as, query_id || ' ' || doc_id) as judged_as
from
    (
        select run, query_id, doc_id, judged_as, {{ change_of_id("doc_id", "judged_as") }} as change
        from
            (
                select run, query_id, doc_id, {{ plain_id("doc_id") }} as plain
                from {{ runs }}
                anti join {{ judged }} using (query_id, doc_id)
                where run in (select run from {{ few }}) and query_id in (select query_id from {{ judged }})
            )
        join
            (select query_id, doc_id as judged_as, {{ plain_id("doc_id") }} as plain from {{ judged }})
            using (query_id, plain)
        anti join (select run, query_id, doc_id as judged_as from {{ runs }}) using (run, query_id, judged_as)
    )
join {{ few }} using (run)
group by run, change
having count(distinct query_id || ' ' || doc_id) > max(judged)
{%- endmacro -%}

{#- Queries of runs that look like judged ones which these runs do not answer, a row per run, query and change. -#}
{%- macro queries_alike(answered, judged) -%}
select run, query_id, judged_as, {{ change_of_id("query_id", "judged_as") }} as change
from
    (
        select run, query_id, {{ plain_id("query_id") }} as plain
        from {{ answered }}
        anti join {{ judged }} using (query_id)
    )
join (select query_id as judged_as, {{ plain_id("query_id") }} as plain from {{ judged }}) using (plain)
anti join (select run, query_id as judged_as from {{ answered }}) using (run, judged_as)
{%- endmacro -%}

{#- A column of ids as text, compared by its bytes; null if it is empty. -#}
{%- macro as_id(name) -%}
nullif({{ name }}::varchar, '') collate "binary" as {{ name }}
{%- endmacro -%}
