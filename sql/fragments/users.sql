{#
Users who stop where documents satisfy them: the C/W/L framework of Moffat, Bailey, Scholer and Thomas, ACM TOIS 35(3),
2017, and the cascade of ERR.
-#}

{#- What a document is worth between $min_rel and $max_rel, from 0 to 1; what is beyond an end counts as the end. -#}
{%- macro scaled() -%}
{{ above_min() }} / {{ scale() }}
{%- endmacro -%}

{#- The same before it is divided: sums of whole numbers are exact, and of thirds they are not. -#}
{%- macro above_min() -%}
greatest(least(gain, $max_rel) - $min_rel, 0)
{%- endmacro -%}

{#- How far the ends are apart. -#}
{%- macro scale() -%}
case
    when $min_rel >= $max_rel then error(
        'evalsql: min_rel is ' || ($min_rel)::varchar || ' and max_rel ' || ($max_rel)::varchar
        || '; min_rel must be the lower'
    )
    else $max_rel - $min_rel
end
{%- endmacro -%}

{#- The chance that a gain stops the user: by $chance, on a scale whose highest gain is $top. -#}
{%- macro chance_of(gained) -%}
case
    when {{ gained }} > $top then error(
        'evalsql: a relevance of query ' || query_id || ' gains ' || ({{ gained }})::varchar || ', more than '
        || ($top)::varchar || ', the highest gain; set top to the highest gain of the scale'
    )
    else case $chance when 'exp' then (pow(2, {{ gained }}) - 1) / pow(2, $top) else {{ gained }} / ($top + 1) end
end
{%- endmacro -%}

{#- The judged documents down to rank k that are worth something, each with the chance that it stops the user. -#}
{%- macro stopping(chance) -%}
select run, query_id, rank, {{ chance }} as stops
from judged
where relevance > 0 and rank <= $k
{%- endmacro -%}

{#- Documents that may satisfy her, as likely as they are worth, and of each query one at rank 1 that does not. -#}
{%- macro satisfying() -%}
{{ stopping(scaled()) }}
union all
select run, query_id, 1, 0
from topics
{%- endmacro -%}

{#-
The same at best, of queries with a judged document: one worth 1, which stops everyone, stands at the first rank that is
unjudged or beyond the ranking.
-#}
{%- macro satisfying_at_best() -%}
{{ stopping(scaled()) }}
union all
select run, query_id, unbroken + 1, (unbroken < $k)::integer
from
    (
        select run, query_id, count(*) filter (rank = place) as unbroken
        from
            (
                select
                    run,
                    query_id,
                    rank,
                    row_number() over (partition by run, query_id order by rank asc nulls last) as place
                from judged
                where relevance >= 0
            )
        group by run, query_id
    )
{%- endmacro -%}

{#- ERR of the best ordering of all judged documents, by query. -#}
{%- macro ideal_errs() -%}
with ideal_stops as (
    select query_id, ideal_rank as rank, {{ chance_of('ideal_gain') }} as stops
    from ({{ ideal() }})
    where ideal_rank <= $k
)

select query_id, sum(reached * stops / rank order by rank asc) as ideal_err
from ({{ cascade('select * from ideal_stops', 'query_id') }})
group by all
{%- endmacro -%}

{#- Documents, and with each the chance that the user reaches it: none above has stopped her. -#}
{%- macro cascade(documents, keys='run, query_id') -%}
select *, {{ running_product('1 - stops', 'above_it') }} as reached
from ({{ documents }})
window above_it as (partition by {{ keys }} order by rank asc rows between unbounded preceding and 1 preceding)
{%- endmacro -%}

{#- Weights of INSQ down to rank k: the sum of 1 / (i - 1 + 2 T)^2; `first` is the first i - 1 + 2 T. -#}
{%- macro insq_from(first) -%}
({{ trigamma(first) }} - case $k when {{ whole_ranking }} then 0 else {{ trigamma('($k + 2 * $T)') }} end)
{%- endmacro -%}
