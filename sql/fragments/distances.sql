{# How far the relevance that a run gives documents is from that which users give them: Della Mea and Mizzaro 2004. #}

{#- How relevant users (urs) and the run (srs) find each document of a set, from 0 to 1: Della Mea and Mizzaro 2004. -#}
{%- macro distances() -%}
select run, query_id, rank, {{ urs() }} as urs, {{ srs() }} as srs
from ({{ document_set() }})
{%- endmacro -%}

{#- The documents that $documents names; of a collection, also one row for a query without a known one. -#}
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

{#- The user's relevance score: a share of $top; 0 if unjudged. -#}
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
The system's relevance score: 1 - (rank - 1) / $length, divided once so that .2 is .2, or what the run says; 0 if
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
