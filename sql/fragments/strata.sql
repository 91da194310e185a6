{#
What metrics of a sampled pool share. A document of relevance below 0 is in the pool and was not drawn to be judged.
#}

{#-
The relevant documents of each stratum, by those that were drawn: `standing` is how many documents of the pool each of
these stands for, num_rel how many relevant ones the stratum is estimated to have. A stratum with none drawn has
none.
-#}
{%- macro strata_estimated() -%}
select query_id, stratum, pooled / drawn as standing, relevant * pooled / drawn as num_rel
from
    (
        select
            query_id,
            stratum,
            sum(documents::bigint)::double as pooled,
            sum(documents::bigint) filter (relevance >= 0) as drawn,
            sum(documents::bigint) filter (relevance >= $rel) as relevant
        from strata
        group by all
    )
{%- endmacro -%}

{#-
The estimated number of relevant documents among some of a stratum; smoothed, so that it is a third of them if none
was drawn.
-#}
{%- macro smoothed(documents, relevant, drawn) -%}
{{ documents }} * ({{ relevant }} + 1e-5) / ({{ drawn }} + 3e-5)
{%- endmacro -%}

{#- How many of the first k documents are of each stratum, were drawn, and are relevant. -#}
{%- macro strata_found() -%}
select
    run,
    query_id,
    stratum,
    count(*) as documents,
    count(*) filter (relevance >= $rel) as num_rel,
    count(*) filter (relevance >= 0) as drawn
from sampled
where rank <= $k
group by all
{%- endmacro -%}

{#-
Of each stratum of the pool, how many of the first k documents stand above each of some (run, query_id, rank), how many
of those were drawn, and how many of these are relevant. Bits stand for documents, a block of 63 in a number, so that no
document is compared with another.
-#}
{%- macro strata_above(places) -%}
{%- set block = 63 -%}
select
    run,
    query_id,
    rank,
    stratum,
    pooled_before + bit_count(pooled_bits & bits_above) as pooled,
    drawn_before + bit_count(drawn_bits & bits_above) as drawn,
    hits_before + bit_count(hits_bits & bits_above) as hits
from
    (
        select run, query_id, rank, rank // {{ block }} as block, (1::bigint << (rank % {{ block }})) - 1 as bits_above
        from {{ places }}
    )
join
    (
        select
            *,
            sum(bit_count(pooled_bits)::bigint) over so_far - bit_count(pooled_bits) as pooled_before,
            sum(bit_count(drawn_bits)::bigint) over so_far - bit_count(drawn_bits) as drawn_before,
            sum(bit_count(hits_bits)::bigint) over so_far - bit_count(hits_bits) as hits_before
        from
            (
                select
                    run,
                    query_id,
                    stratum,
                    block,
                    bit_or(bit) as pooled_bits,
                    bit_or(case when relevance >= 0 then bit else 0 end) as drawn_bits,
                    bit_or(case when relevance >= $rel then bit else 0 end) as hits_bits
                from
                    (
                        select
                            run,
                            query_id,
                            stratum,
                            relevance,
                            rank // {{ block }} as block,
                            1::bigint << (rank % {{ block }}) as bit
                        from sampled
                        where rank <= $k
                        union all
                        -- so that there is a block of every stratum for every place
                        select run, query_id, of_pool.stratum, null, block, 0
                        from (select distinct run, query_id, rank // {{ block }} as block from {{ places }})
                        join (select distinct query_id, stratum from strata) as of_pool using (query_id)
                    )
                group by run, query_id, stratum, block
            )
        window so_far as (partition by run, query_id, stratum order by block asc)
    )
    using (run, query_id, block)
{%- endmacro -%}
