{#
What documents gain and are worth. A fragment may use `$name`; the metric that calls it declares the parameter. If a
query is written for one measure, `fixed` holds its parameters, and a fragment leaves out what they do not ask for.
#}

{#-
What a document adds: its gain, or what $gains says of its relevance; a level it does not name gains its own relevance.
-#}
{%- macro gain() -%}
{%- if 'gains' in fixed and fixed.gains is none -%}
gain
{%- else -%}
case when $gains is null then gain else greatest(coalesce(map_extract($gains, relevance)[1], relevance), 0) end
{%- endif -%}
{%- endmacro -%}

{#-
What divides the gain at a rank. `jk` is equation 2 of Järvelin and Kekäläinen: ranks below the base are not discounted.
-#}
{%- macro discount(rank='rank') -%}
{%- set log2, jk = 'log2(' ~ rank ~ ' + 1)', 'greatest(log2(' ~ rank ~ ') / log2($base), 1)' -%}
{%- if 'discount' in fixed -%}
{{ {'log2': log2, 'jk': jk, 'rank': rank, 'none': 1}[fixed.discount] }}
{%- else -%}
case $discount when 'log2' then {{ log2 }} when 'jk' then {{ jk }} when 'rank' then {{ rank }} else 1 end
{%- endif -%}
{%- endmacro -%}

{#-
The ideal ranking of a query: every gain of its judgments, highest first. Weights need not rise with relevance. A rank
is an INTEGER, since DuckDB 1.5.0 to 1.5.5 fail where ranks of another type are compared with a $k of a million.
-#}
{%- macro ideal() -%}
select
    query_id,
    gained as ideal_gain,
    row_number() over (partition by query_id order by gained desc)::integer as ideal_rank
from (select query_id, {{ gain() }} as gained from recall_base)
{%- endmacro -%}

{#-
What a document is worth, 0 to 1: relevant or not by $rel; of graded gains, with $gains or $top, a share of $top or 1.
-#}
{%- macro worth() -%}
{%- if 'gains' in fixed and fixed.gains is none and fixed.top == 0 -%}
(relevance >= $rel)::integer
{%- else -%}
case
    {%- if 'gains' not in fixed %}
    when $gains is null and $top = 0 then (relevance >= $rel)::integer
    {%- endif %}
    when {{ gain() }} > {{ full() }} then error(
        'evalsql: relevance ' || relevance || ' of query ' || query_id || ' gains ' || ({{ gain() }})::varchar
        || ', more than ' || ({{ full() }})::varchar
        || ', the highest gain; set top to the highest gain of the scale'
    )
    else {{ gain() }} / {{ full() }}
end
{%- endif -%}
{%- endmacro -%}

{#- What a document is worth, 0 to 1, if what is worth $min_rel or less on the scale is worth nothing. -#}
{%- macro worth_above() -%}
{%- if 'min_rel' in fixed and fixed.min_rel == 0 -%}
{{ worth() }}
{%- else -%}
case
    when $min_rel = 0 then {{ worth() }}
    when $min_rel >= {{ full() }} then error(
        'evalsql: min_rel is ' || ($min_rel)::varchar || ' and the highest gain ' || ({{ full() }})::varchar
        || '; min_rel must be the lower'
    )
    else greatest({{ worth() }} * {{ full() }} - $min_rel, 0) / ({{ full() }} - $min_rel)
end
{%- endif -%}
{%- endmacro -%}

{#- What a document is worth, 0 to 1, or, if $scale is 'query', a share of what `highest_gains` joins. -#}
{%- macro share() -%}
{%- if 'scale' not in fixed -%}
case $scale when 'top' then {{ worth() }} else {{ gain() }} / highest end
{%- elif fixed.scale == 'top' -%}
{{ worth() }}
{%- else -%}
{{ gain() }} / highest
{%- endif -%}
{%- endmacro -%}

{#- Joins the highest gain of each query, or 1 if none is higher, where $scale is 'query'. -#}
{%- macro highest_gains() -%}
{%- if 'scale' in fixed and fixed.scale == 'top' -%}
{%- else -%}
left join
    (
        select query_id, greatest(max({{ gain() }}), 1) as highest
        from recall_base
        where $scale = 'query'
        group by all
    )
    using (query_id)
{%- endif -%}
{%- endmacro -%}

{#- The gain that is worth 1: $top, or 1 if none is stated. -#}
{%- macro full() -%}
case when $top = 0 then 1 else $top end
{%- endmacro -%}

{#- The cumulative gain of the ideal ranking: of its first 1, 2, 3, ... documents, each gain over a divisor. -#}
{%- macro ideal_vector(divisor='1') -%}
select query_id, ideal_rank, {{ running_sum("ideal_gain / " ~ divisor, "so_far") }} as ideal_cg
from ({{ ideal() }})
window so_far as (partition by query_id order by ideal_rank asc)
{%- endmacro -%}

{#- The gain at every rank 1 to k, and that of the ideal ranking; 0 if nothing more is there. -#}
{%- macro gains_by_rank() -%}
select run, query_id, rank, relevance, coalesce({{ gain() }}, 0) as gained, coalesce(ideal_gain, 0) as ideal_gain
from ranks
left join judged using (run, query_id, rank)
left join (select query_id, ideal_rank as rank, ideal_gain from ({{ ideal() }})) using (query_id, rank)
{%- endmacro -%}

{#- What divides the gain at a rank in the vector that $vector names: nothing in CG and nCG. -#}
{%- macro vector_discount(rank='rank') -%}
{%- if 'vector' in fixed -%}
{{ 1 if fixed.vector in ("CG", "nCG") else discount(rank) }}
{%- else -%}
case when $vector in ('CG', 'nCG') then 1 else {{ discount(rank) }} end
{%- endif -%}
{%- endmacro -%}

{#-
Each judged document within some ranks that gains or is relevant: the gain so far (cg), that of the ideal ranking by the
same rank (ideal_cg), and how many relevant there are so far (hits). Below its last document the ideal ranking gains
nothing more.
-#}
{%- macro cumulated(within='rank is not null', also='') -%}
select run, query_id, rank, relevance, {{ also }} hits, cg, ideal_cg
from
    (
        select
            run,
            query_id,
            rank,
            relevance,
            {{ also }}
            count(case when relevance >= $rel then rank end) over so_far as hits,
            {{ running_sum(gain(), 'so_far') }} as cg,
            least(rank, num_ideal) as ideal_rank
        from judged
        join (select query_id, count(*) as num_ideal from recall_base group by all) using (query_id)
        where {{ within }} and (relevance >= $rel or {{ gain() }} <> 0)
        window so_far as (partition by run, query_id order by rank asc)
    )
join ({{ ideal_vector() }}) using (query_id, ideal_rank)
{%- endmacro -%}

{#- How likely a user is to stop at a relevant document, against others: what $stops says of its level, or its gain. -#}
{%- macro stop() -%}
case when $stops is null then {{ gain() }} else coalesce(map_extract($stops, relevance)[1], relevance) end
{%- endmacro -%}

{#- Beside the rows of a body: queries without a document that is wanted score $nothing. -#}
{%- macro without_relevant(wanted) -%}
{%- if fixed.get("nothing") != 0 %}

union all

select run, query_id, $nothing as value
from topics
anti join (from recall_base where {{ wanted }}) using (query_id)
where $nothing <> 0
{%- endif -%}
{%- endmacro -%}
