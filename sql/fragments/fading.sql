{# Users who heed what they have paid, or how fast they gain: the sums that their measures are made of. #}

{#-
The documents down to rank k that are worth something or whose cost is given, and a start at rank 0: what is gained and
paid by each, how much more than $other_cost it costs, and how many documents stand below it before the next, or to k.
-#}
{%- macro paid_so_far() -%}
select
    run,
    query_id,
    rank,
    worth / {{ scale() }} as worth,
    more,
    {{ running_sum('worth', 'so_far') }} / {{ scale() }} as gained,
    $other_cost * rank + {{ running_sum('more', 'so_far') }} as spent,
    coalesce(lead(rank) over so_far - 1, $k) - rank as below
from
    (
        select run, query_id, rank, sum(worth) as worth, sum(more) as more
        from
            (
                select run, query_id, rank, {{ above_min() }} as worth, 0 as more
                from judged
                where relevance > 0 and rank <= $k
                union all
                select run, query_id, rank, 0, cost - $other_cost
                from priced
                where rank <= $k
                union all
                select run, query_id, 0, 0, 0
                from topics
            )
        group by all
    )
window so_far as (partition by run, query_id order by rank asc)
{%- endmacro -%}

{#-
How much is gained, how many documents are looked at, and how much more than $other_cost each these cost, of users who
look at a document with the chance `own`, and together at so many of those below it as `others` says.
-#}
{%- macro faded(own, others) -%}
select
    run,
    query_id,
    sum(looks * worth order by rank asc) as gained,
    sum(looks + further order by rank asc) as examined,
    sum(looks * more order by rank asc) as dearer
from
    (
        select *, case when rank > 0 then {{ own }} else 0 end as looks, {{ others }} as further
        from (select *, spent - $other_cost - more as above from ({{ paid_so_far() }}))
    )
group by all
{%- endmacro -%}

{#- Of users of whom half have stopped when $h is paid. -#}
{%- macro faded_by_half() -%}
{%- set step = 'pow(2, -$other_cost / $h)' -%}
{{ faded(
    'pow(2, -above / $h)',
    'pow(2, -spent / $h) * case when $other_cost > 0 then (1 - pow(2, -$other_cost * below / $h)) / (1 - ' ~ step
    ~ ') else below end'
) }}
{%- endmacro -%}

{#- Of users who stop evenly until $L is paid. -#}
{%- macro faded_evenly() -%}
{%- set reached -%}
greatest(least(below, case when $other_cost > 0 then ceil(($L - spent) / $other_cost) else below end), 0)
{%- endset -%}
{{ faded(
    'greatest(1 - above / $L, 0)',
    'greatest(' ~ reached ~ ' * (1 - (spent + $other_cost * (' ~ reached ~ ' - 1) / 2) / $L), 0)'
) }}
{%- endmacro -%}

{#- The same sums of users who forage: rank by rank, since what they have paid changes at each. -#}
{%- macro foraged() -%}
select
    run,
    query_id,
    sum(looks * worth order by rank asc) as gained,
    sum(looks order by rank asc) as examined,
    sum(looks * more order by rank asc) as dearer
from
    (
        select *, {{ running_product('goes_on', 'above_it') }} as looks
        from
            (
                select
                    run,
                    query_id,
                    rank + step as rank,
                    case step when 0 then worth else 0 end as worth,
                    case step when 0 then more else 0 end as more,
                    {{ goes_on('gained', 'spent + $other_cost * step') }} as goes_on
                from (select *, unnest(range(below + 1)) as step from ({{ paid_so_far() }}))
                where rank + step > 0
            )
        window
            above_it as (partition by run, query_id order by rank asc rows between unbounded preceding and 1 preceding)
    )
group by all
{%- endmacro -%}

{#- The chance to look at one more of one who has gained and paid so much. Powers beyond e^700 are no numbers. -#}
{%- macro goes_on(gained, paid) -%}
case $heeds
    when 'rate' then 1
    else 1 - 1 / (1 + $b1 * exp(least(($T - {{ gained }}) * $R1, 700)))
end
* case $heeds
    when 'goal' then 1
    else 1 / (1 + $b2 * exp(least(($A - {{ gained }} / greatest({{ paid }}, 1e-9)) * $R2, 700)))
end
{%- endmacro -%}
