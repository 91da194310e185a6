{# Users who heed what they have paid, or how fast they gain: what their measures add up. #}

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
        select run, query_id, rank, any_value(worth) as worth, coalesce(any_value(more), 0) as more
        from
            (
                select run, query_id, rank, {{ above_min() }} as worth, null::double as more
                from judged
                where relevance > 0 and rank <= $k
                union all
                select run, query_id, rank, null, cost - $other_cost
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
The same, each with the chance that a user looks at it, `looks`, of those who look at a document with the chance `own`,
and at how many of those below it she is expected to look, `further`.
-#}
{%- macro faded(own, others) -%}
select *, case when rank > 0 then {{ own }} else 0 end as looks, {{ others }} as further
from (select *, spent - $other_cost - more as above from ({{ paid_so_far() }}))
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

{#- The ranks, each with the chance that a user who forages looks at it; what she has paid changes at each. -#}
{%- macro foraged() -%}
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
        from (select *, unnest(range(reached + 1)) as step from ({{ reached_by_some() }}))
        where rank + step > 0
    )
window {{ above_this_rank() }}
{%- endmacro -%}

{#-
Documents as paid_so_far() has them, and how many of those below are reached by one user of 10^18: with the same gain
nobody goes on more readily than after the first of them, and sums do not change by the rest.
-#}
{%- macro reached_by_some() -%}
select *, least(below, ceil(42 / ln(1 / at_most)))::bigint as reached
from
    (
        select *, {{ running_product('pow(at_most, below)', 'above_it') }} as come
        from (select *, {{ goes_on('gained', 'spent') }} as at_most from ({{ paid_so_far() }}))
        window {{ above_this_rank() }}
    )
where come > 1e-18
{%- endmacro -%}

{%- macro above_this_rank() -%}
above_it as (partition by run, query_id order by rank asc rows between unbounded preceding and 1 preceding)
{%- endmacro -%}

{#- The chance to look at one more document of one who has gained and paid so much. -#}
{%- macro goes_on(gained, paid) -%}
case $heeds
    when 'rate' then 1
    {%- if fixed.get("heeds") != "rate" %}
    else 1 - 1 / (1 + $b1 * exp(($T - {{ gained }}) * $R1))
    {%- endif %}
end
* case $heeds
    when 'goal' then 1
    {%- if fixed.get("heeds") != "goal" %}
    else 1 / (1 + $b2 * exp(($A - {{ gained }} / greatest({{ paid }}, 1e-9)) * $R2))
    {%- endif %}
end
{%- endmacro -%}
