{#
The few expressions that metrics share. A fragment may use `$name`; the metric that calls it declares the parameter.
Where a query is written for one measure, `fixed` holds its parameters, and a fragment leaves out what they do not ask
for.
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

{#- What a document is worth, 0 to 1, where what is worth $min_rel or less on the scale is worth nothing. -#}
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

{#- What a document is worth, 0 to 1, or, where $scale is 'query', a share of what `highest_gains` joins. -#}
{%- macro share() -%}
{%- if 'scale' not in fixed -%}
case $scale when 'top' then {{ worth() }} else {{ gain() }} / highest end
{%- elif fixed.scale == 'top' -%}
{{ worth() }}
{%- else -%}
{{ gain() }} / highest
{%- endif -%}
{%- endmacro -%}

{#- Joins the highest gain of each query, or 1 where none is higher, where $scale is 'query'. -#}
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

{#- The gain that is worth 1: $top, or 1 where none is stated. -#}
{%- macro full() -%}
case when $top = 0 then 1 else $top end
{%- endmacro -%}

{#-
A running sum of doubles. Decimals make it exact, so that it does not depend on how DuckDB shares out the rows; a text
becomes the nearest double in every version, which a decimal does not before DuckDB 2.
-#}
{%- macro running_sum(x, window) -%}
sum(({{ x }})::decimal(38, 18)) over {{ window }}::varchar::double
{%- endmacro -%}

{#- A running product of doubles from 0 on: of none 1. Below e^-1000 it is 0, as a factor of 0 makes it. -#}
{%- macro running_product(x, window) -%}
exp(coalesce({{ running_sum('case when ' ~ x ~ ' > 0 then ln(' ~ x ~ ') else -1000 end', window) }}, 0))
{%- endmacro -%}

{#- A sum of doubles that is the same in any order, so that a part is not more than all. -#}
{%- macro exact_sum(x, condition='true') -%}
sum(({{ x }})::decimal(38, 18) order by rank asc) filter ({{ condition }})::varchar::double
{%- endmacro -%}

{#- The ideal ranking cumulated: what its first 1, 2, 3, ... documents gain, each gain over a divisor. -#}
{%- macro ideal_vector(divisor='1') -%}
select query_id, ideal_rank, {{ running_sum("ideal_gain / " ~ divisor, "so_far") }} as ideal_cg
from ({{ ideal() }})
window so_far as (partition by query_id order by ideal_rank asc)
{%- endmacro -%}

{#- The gain at every rank 1 to k, and that of the ideal ranking; 0 where nothing more is there. -#}
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

{#- How many ranks were looked at: k, or all that were retrieved where there is no cutoff. -#}
{%- macro examined() -%}
case when $k = {{ whole_ranking }} then num_ret else $k end
{%- endmacro -%}

{#- How relevant users (urs) and the run (srs) find each document of a set, from 0 to 1: Della Mea and Mizzaro 2004. -#}
{%- macro distances() -%}
select run, query_id, rank, {{ urs() }} as urs, {{ srs() }} as srs
from ({{ document_set() }})
{%- endmacro -%}

{#- The documents that $documents names; of a collection, also one row for a query of which none is known. -#}
{%- macro document_set() -%}
select run, query_id, rank, score, relevance, min_score, max_score
from topics
left join
    (
        select run, query_id, rank, score, relevance
        from retrieved
        union all
        select run, query_id, null, null, relevance
        from judged
        where rank is null
    )
    using (run, query_id)
where
    case $documents
        when 'collection' then true
        when 'retrieved' then rank is not null
        {%- if fixed.get("documents") not in ("collection", "retrieved") %}
        when 'relevant' then relevance > 0 and relevance >= $rel
        else rank is not null or relevance >= $rel
        {%- endif %}
    end
{%- endmacro -%}

{#- The user's relevance score: a share of $top; 0 where unjudged. -#}
{%- macro urs() -%}
case
    when relevance > $top then error(
        'evalsql: a relevance of ' || relevance || ', for query ' || query_id
        || ', is above top, the relevance that is worth 1'
    )
    when relevance > 0 then relevance / $top
    else 0
end
{%- endmacro -%}

{#-
The system's relevance score: 1 - (rank - 1) / $length, divided once so that .2 is .2, or what the run says; 0 where
missed.
-#}
{%- macro srs() -%}
case
    when rank is null then 0
    {%- if fixed.get("system") not in ("score", "minmax") %}
    when $system = 'rank' then greatest(($length - rank + 1) / $length, 0)
    {%- endif %}
    when $system = 'score' and min_score >= 0 and max_score <= 1 then score
    when $system = 'score' then error(
        'evalsql: the scores of run ' || run || ' for query ' || query_id || ' go from ' || min_score
        || ' to ' || max_score
        || ', and must lie between 0 and 1; say system = ''minmax'' to scale them, or system = ''rank'' to go by rank'
    )
    when isinf(max_score - min_score) then error(
        'evalsql: the scores of run ' || run || ' for query ' || query_id || ' go from ' || min_score
        || ' to ' || max_score || ', which is too far to scale them; say system = ''rank'' to go by rank'
    )
    when min_score = max_score then 1
    -- 12 decimals, so that half of the way is .5
    else round((score - min_score) / (max_score - min_score), 12)
end
{%- endmacro -%}

{#- How many documents the set has; an aggregate over distances(). -#}
{%- macro set_size() -%}
case
    when $documents <> 'collection' then count(*)
    {%- if fixed.get("documents") in ("collection", none) %}
    when $size >= count(*) then $size
    else error(
        'evalsql: size must be the number of documents of the collection, at least the ' || count(*)
        || ' that run ' || any_value(run) || ' retrieved or missed for query ' || any_value(query_id)
    )
    {%- endif %}
end
{%- endmacro -%}

{#- The nearest of so many equally spaced values from 0 to 1, halves up; 9 decimals first, so that a half is a half. -#}
{%- macro nearest(x, levels) -%}
case
    when {{ levels }} = 'inf' then {{ x }}
    when {{ levels }} = floor({{ levels }}) then round(round({{ x }} * ({{ levels }} - 1), 9)) / ({{ levels }} - 1)
    else error('evalsql: user_levels and system_levels count categories and must be whole numbers')
end
{%- endmacro -%}

{#- The ranks 1 to k, each a place for a document; at most 100,000. -#}
{%- macro places_to_k() -%}
select unnest(range(1, least($k::bigint, 100000) + 1)) as place
{%- endmacro -%}

{#-
The weight of a document that shares its ranks with others of the same score, and what a cutoff among them leaves.
-#}
{%- macro shared_weight() -%}
(pow($p, tied_from - 1) - pow($p, tied_to)) / (tied_to - tied_from + 1)
* least(($k - tied_from + 1) / (tied_to - tied_from + 1), 1)
{%- endmacro -%}

{#-
Stops where the collection is said to be smaller than what is known of it: the relevant, found or missed, and the
retrieved.
-#}
{%- macro too_small() -%}
when $size < num_ret + count(*) - count(rank) then error(
            'evalsql: the collection has at least ' || (num_ret + count(*) - count(rank))
            || ' documents, those retrieved and missed; size is ' || $size
        )
{%- endmacro -%}

{#-
Where each relevant document stands, missed ones in the middle of what was not retrieved, and where it would ideally.
-#}
{%- macro places() -%}
select
    run,
    query_id,
    num_ret,
    rank,
    coalesce(rank, (num_ret + 1 + $size) / 2) as place,
    row_number() over (partition by run, query_id order by rank asc nulls last) as ideal_place
from judged
join topics using (run, query_id)
where relevance >= $rel and num_ret > 0
{%- endmacro -%}

{#- The ranks of the relevant documents of each ranking in order, and how many there are, found or not. -#}
{%- macro relevant_ranks() -%}
select run, query_id, list(rank order by rank asc) filter (rank is not null) as ranks, count(*) as num_rel
from judged
where relevance >= $rel
group by all
{%- endmacro -%}

{#- How many documents a share of the relevant ones is, by what $rounding says. -#}
{%- macro documents_at(share) -%}
case $rounding when 'up' then floor({{ share }} * num_rel + 0.9) else round({{ share }} * num_rel) end
{%- endmacro -%}
