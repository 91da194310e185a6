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

{#-
The same, and once more at best: then a document worth 1, which stops everyone, stands at the first rank that is
unjudged or beyond the ranking. Where something is judged, there is a row for that rank in any case.
-#}
{%- macro stopping_at_best() -%}
select run, query_id, unnest([false, true]) as at_best, rank, {{ scaled() }} as stops
from judged
where relevance > 0 and rank <= $k
union all
select run, query_id, at_best, unbroken + 1, (at_best and unbroken < $k)::integer
from
    (
        select run, query_id, unnest([false, true]) as at_best, count(*) filter (rank = place) as unbroken
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

{#- Documents, and with each the chance that the user reaches it: none above has stopped her. -#}
{%- macro cascade(documents, keys='run, query_id') -%}
select *, {{ running_product('1 - stops', 'above_it') }} as reached
from ({{ documents }})
window above_it as (partition by {{ keys }} order by rank asc rows between unbounded preceding and 1 preceding)
{%- endmacro -%}

{#- The judged documents down to rank k that are worth something, and how much is gained by each. -#}
{%- macro gained_so_far() -%}
select run, query_id, rank, {{ running_sum(above_min(), 'so_far') }} / {{ scale() }} as gained
from judged
where relevance > 0 and rank <= $k
window so_far as (partition by run, query_id order by rank asc)
{%- endmacro -%}

{#-
What is gained by each rank at which T may be reached if all that is not judged is worth 1: by each judged document, and
among the ranks from it on to the next, or to k, by the first with enough.
-#}
{%- macro gained_at_best() -%}
select run, query_id, gained, rank
from ({{ judged_at_best() }})
union all
select run, query_id, gained + steps, rank + steps
from
    (
        select *, least(ceil($T - gained)::bigint, coalesce(next_rank - 1, $k) - rank) as steps
        from ({{ judged_at_best() }})
    )
where steps > 0
{%- endmacro -%}

{#-
Judged documents down to rank k, and a start at rank 0, with what they are worth, what is gained by each if all that is
not judged is worth 1, and the rank of the next.
-#}
{%- macro judged_at_best() -%}
select
    *,
    {{ running_sum('more', 'so_far') }} / {{ scale() }} + rank - (row_number() over so_far - 1) as gained,
    lead(rank) over so_far as next_rank
from
    (
        select run, query_id, rank, {{ above_min() }} as more
        from judged
        where relevance >= 0 and rank <= $k
        union all
        select run, query_id, 0, 0
        from topics
    )
window so_far as (partition by run, query_id order by rank asc)
{%- endmacro -%}

{#- Weights p^(i - 1) of the ranks below one, down to rank k: of rank 0, of all. -#}
{%- macro geometric_below(rank) -%}
(pow($p, {{ rank }}) - pow($p, $k)) / (1 - $p)
{%- endmacro -%}

{#- Weights 1/i of the same ranks. -#}
{%- macro harmonic_below(rank) -%}
({{ harmonic('$k') }} - {{ harmonic(rank) }})
{%- endmacro -%}

{#- Weights of INSQ down to rank k: the sum of 1 / (i - 1 + 2 T)^2, of which `first` is the first i - 1 + 2 T. -#}
{%- macro insq_from(first) -%}
({{ trigamma(first) }} - case $k when {{ whole_ranking }} then 0 else {{ trigamma('($k + 2 * $T)') }} end)
{%- endmacro -%}

{#-
The user of INST, stretch by stretch: a stretch begins with a document that is worth something, the first one at rank 1,
and ends before the next or at k. Its document is reached with the chance `reached`; `length` is how many documents are
expected to be looked at in it for one who reaches it.

With b = 2 T less the gain so far, who looks at rank i goes on with the chance ((i - 1 + b) / (i + b))^2, so that the
chances down a stretch are as 1 / (i - 1 + b)^2. Its first document is looked at, though i - 1 + b may be 0.
-#}
{%- macro stretches() -%}
select
    *,
    {{ running_product('pow(starts / ends, 2)', 'above_it') }} as reached,
    1 + pow(starts, 2)
    * ({{ trigamma('(starts + 1)') }} - case ends when 'inf' then 0 else {{ trigamma('ends') }} end) as length
from
    (
        select
            run,
            query_id,
            rank,
            more / {{ scale() }} as worth,
            greatest(rank, 1) - 1 + 2 * $T - gained as starts,
            coalesce(next_rank - 1, case $k when {{ whole_ranking }} then 'inf'::double else $k end)
            + 2 * $T - gained as ends
        from
            (
                select
                    *,
                    {{ running_sum('more', 'so_far') }} / {{ scale() }} as gained,
                    lead(rank) over so_far as next_rank
                from
                    (
                        select run, query_id, rank, {{ above_min() }} as more
                        from judged
                        where relevance > 0 and rank <= $k
                        union all
                        select run, query_id, 0, 0
                        from topics
                    )
                window so_far as (partition by run, query_id order by rank asc)
            )
    )
window above_it as (partition by run, query_id order by rank asc rows between unbounded preceding and 1 preceding)
{%- endmacro -%}

{#-
The same user if all that is not judged is worth 1: at how many documents she is expected to look, `looks`, and how much
less than 1 these are worth in all, `lost`. A stretch begins with a judged document, and the ranks below it, down to the
next or to k, gain 1 each: then `hope`, i + b(i), is the same for all of them.

Told from the last document up to the first, of a user who is there: what she loses is what the document is worth less,
and what she loses from the next one on if she comes to it. By lists, since a window takes longer over so many rows.
-#}
{%- macro looked_at_best() -%}
{%- set comes = 'pow(1 - 1 / below.hope, 2 * (below.rank - greatest(above.rank, 1)))' -%}
{%- set endless = 'pow(below.hope, 2) / (2 * below.hope - 1)' -%}
select
    run,
    query_id,
    list_reduce(
        list_transform(
            documents,
            lambda document: {
                'rank': document.rank, 'hope': document.less, 'looks': null::double, 'lost': null::double
            }
        ),
        lambda below, above: {
            'rank': above.rank,
            'hope': below.hope - above.hope,
            'looks': {{ endless }} + {{ comes }} * (below.looks - {{ endless }}),
            'lost': above.hope + {{ comes }} * below.lost
        },
        {'rank': $k::bigint + 1, 'hope': 2 * $T + all_less, 'looks': 0e0, 'lost': 0e0}
    ) as best
from
    (
        select
            run,
            query_id,
            list({'rank': rank, 'less': less} order by rank desc) as documents,
            {{ exact_sum('less') }} as all_less
        from
            (
                select run, query_id, rank, 1 - {{ scaled() }} as less
                from judged
                where relevance >= 0 and rank <= $k
                union all
                select run, query_id, 0, 0
                from topics
            )
        where less > 0 or rank = 0
        group by run, query_id
    )
{%- endmacro -%}
