{#-
Above each of some places, how many of those marked stand, and how many are marked in all. `places` and `marks` are
relations with a column place, the number of a rank, and the columns that `keys` names; a place is marked once. Bits
stand for marks, a block of 63 in a number: then no row is compared with another, and few are put in order.
-#}
{%- macro counted_above(places, marks, keys='run, query_id') -%}
{%- set block = 63 -%}
select *, above_block + bit_count(bits & ((1::bigint << (place % {{ block }})) - 1)) as above
from (select *, place // {{ block }} as block from {{ places }})
join
    (
        select
            *,
            sum(num::bigint) over (partition by {{ keys }}) as marked,
            sum(num::bigint) over (partition by {{ keys }} order by block asc) - num as above_block
        from
            (
                select {{ keys }}, place // {{ block }} as block, bit_or(bit) as bits, bit_count(bit_or(bit)) as num
                from
                    (
                        select {{ keys }}, place, 1::bigint << (place % {{ block }}) as bit from {{ marks }}
                        union all
                        -- so that there is a block for every place
                        select {{ keys }}, place, 0 from {{ places }}
                    )
                group by all
            )
    )
    using ({{ keys }}, block)
{%- endmacro -%}

{#-
For each document of a relation (run, query_id, rank, relevance) that one condition selects, how many that another
selects stand above. By bits too, in one reading: to read what is judged twice takes longer than to count.
-#}
{%- macro standing_above(documents, counted, wanted) -%}
{%- set block = 63 -%}
select run, query_id, rank, above_block + bit_count(bits & ((1::bigint << (rank % {{ block }})) - 1)) as above
from
    (
        select
            *,
            unnest(ranks) as rank,
            sum(num::bigint) over (partition by run, query_id order by block asc) - num as above_block
        from
            (
                select
                    run,
                    query_id,
                    rank // {{ block }} as block,
                    bit_or(case when {{ counted }} then 1::bigint << (rank % {{ block }}) else 0 end) as bits,
                    bit_count(bits) as num,
                    list(rank) filter ({{ wanted }}) as ranks
                from {{ documents }}
                group by run, query_id, block
            )
    )
{%- endmacro -%}
