{# Users with a budget, who change their minds as they go on. #}

{#-
Where the user of the dynamic Bejeweled player model stops, what she has gained by then, and how much more than
$other_cost a rank she has paid.

Down a stretch, from a document that is worth something or whose cost is given to the next, nothing is gained and each
rank costs the same; what she hopes for, and what she is willing to pay, falls by the same at each rank. So the first
rank of a stretch where she stops has a closed form.
-#}
{%- macro dynamic_stops() -%}
select
    run,
    query_id,
    coalesce(min(stop), $k) as stops,
    coalesce(min_by(gained, stop), max(gained)) as gained,
    coalesce(min_by(dearer, stop), max_by(dearer, rank)) as dearer
from
    (
        select
            *,
            case
                when rank > 0
                    and (
                        gained >= $T + $hb * (gained_above - $medium * (rank - 1)) - 1e-9
                        or $other_cost * rank + dearer
                        >= $budget + $hc * (gained_above - $medium * (rank - 1)) - 1e-9
                    )
                    then rank
                when below <= coalesce(next_rank - 1, $k) then below
            end as stop
        from
            (
                select
                    *,
                    greatest(
                        least(
                            case
                                when $hb * $medium > 0
                                    then ceil(1 + ($T + $hb * gained - gained) / ($hb * $medium) - 1e-9)
                                else 'inf'::double
                            end,
                            case
                                when $other_cost + $hc * $medium > 0
                                    then ceil(
                                        ($budget + $hc * (gained + $medium) - dearer) / ($other_cost + $hc * $medium)
                                        - 1e-9
                                    )
                                else 'inf'::double
                            end
                        ),
                        rank + 1
                    ) as below
                from ({{ gained_and_paid() }})
            )
    )
group by all
{%- endmacro -%}

{#-
The documents down to rank k that are worth something or whose cost is given, and a start at rank 0, with what is gained
by each and above it, how much more than $other_cost a rank is paid by each, and the rank of the next.
-#}
{%- macro gained_and_paid() -%}
with
valued as (
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
),

stopped as (
    select run, query_id, min(last_rank) as last_rank
    from ({{ gained_and_paid_by_block() }})
    where
        gained >= $T + $hb * (gained - $medium * (last_rank - 1))
        or $other_cost * last_rank + dearer >= $budget + $hc * (gained - $medium * (last_rank - 1))
    group by all
)

select
    run,
    query_id,
    rank,
    {{ running_sum('worth', 'so_far') }} / {{ scale() }} as gained,
    ({{ running_sum('worth', 'so_far') }} - worth) / {{ scale() }} as gained_above,
    {{ running_sum('more', 'so_far') }} as dearer,
    lead(rank) over so_far as next_rank
from
    (
        select run, query_id, rank, coalesce(any_value(worth), 0) as worth, any_value(more) as more
        from valued
        left join stopped using (run, query_id)
        where rank <= coalesce(last_rank, $k)
        group by all
    )
window so_far as (partition by run, query_id order by rank asc)
{%- endmacro -%}

{#-
The same of each 32 ranks, at the last of them. She hopes for no more there, and is willing to pay no more, than if all
that is gained by then were gained above it: where that is reached or paid, she has stopped, and looks no further.
-#}
{%- macro gained_and_paid_by_block() -%}
select
    run,
    query_id,
    32 * block + 31 as last_rank,
    {{ running_sum('worth', 'so_far') }} / {{ scale() }} as gained,
    {{ running_sum('more', 'so_far') }} as dearer
from
    (
        select
            run,
            query_id,
            rank // 32 as block,
            sum(worth::decimal(38, 18) order by rank asc) as worth,
            sum(more::decimal(38, 18) order by rank asc) as more
        from valued
        group by all
    )
window so_far as (partition by run, query_id order by block asc)
{%- endmacro -%}
