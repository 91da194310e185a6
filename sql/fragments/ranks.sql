{# Ranks: how many were looked at, and where relevant documents stand. #}

{#- How many ranks were looked at: k, or all that were retrieved if there is no cutoff. -#}
{%- macro examined() -%}
case when $k = {{ whole_ranking }} then num_ret else $k end
{%- endmacro -%}

{#- The ranks 1 to k, each a place for a document; at most 100,000. -#}
{%- macro places_to_k() -%}
select unnest(range(1, least($k::bigint, 100000) + 1)) as place
{%- endmacro -%}

{#- The rank of each judged document, and the one that it has among those alone. -#}
{%- macro judged_places() -%}
select
    run,
    query_id,
    rank,
    row_number() over (partition by run, query_id order by rank asc)::integer::bigint as closed_up
from evalsql_judged
where rank is not null and relevance >= 0
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

{#- The documents of a run that is reconciled down to a rank, found among those of the highest scores. -#}
{%- macro first_told(most) -%}
{%- set few = most < 1000000 -%}
select query_id, doc_id, score
from told
{%- if few %}
join
    (select query_id, list_min(max(score, {{ most }})) as least from told where copy = 1 group by query_id)
    using (query_id)
{%- endif %}
where copy = 1 {{ "and score >= least" if few }}
qualify row_number() over (partition by query_id order by score desc, doc_id desc) <= {{ most }}
{%- endmacro -%}
