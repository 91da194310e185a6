{# What users pay who look at documents: expected costs of the C/W/L framework. #}

{#-
What is paid, for each document that is looked at or for all: of `examined` documents, which cost `more` in all than if
each cost $other_cost. If a cheap document stands among very dear ones, rounding may bring the sum below 0.
-#}
{%- macro paid(examined, more) -%}
greatest($other_cost * {{ examined }} + coalesce({{ more }}, 0), 0)
/ case $per when 'document' then {{ examined }} else 1 end
{%- endmacro -%}

{#-
The documents whose cost is given, each with how much more it costs than others, and the chance that none of the
documents above it that may stop the user has stopped her.
-#}
{%- macro priced_below(documents) -%}
select
    priced.run,
    priced.query_id,
    priced.rank,
    priced.cost - $other_cost as more,
    coalesce(above.reached * (1 - above.stops), 1) as reached
from priced
asof left join ({{ cascade(documents) }}) as above
    on above.run = priced.run and above.query_id = priced.query_id and above.rank < priced.rank
{%- endmacro -%}

{#-
The documents down to rank k that are worth something or whose cost is given, and a start at rank 0, with the columns
worth, more (how much more than $other_cost it costs), gained and spent (by it and all above it), above (what is spent
above it) and below (how many documents stand below it before the next, or to k).
-#}
{%- macro paid_so_far() -%}
select *, spent - $other_cost - more as above
from
    (
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
    )
{%- endmacro -%}
