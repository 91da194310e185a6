{#
What metrics of preferences of several judges share: within a judge's judgments the document of higher relevance is
preferred. Documents of equal score stand by doc_id ascending, as trec_eval has it for preferences alone.
#}

{#-
For each two groups of documents of which some judge prefers one: how many pairs of documents there are to be counted,
and how many of them a ranking has in the right order, or has one of alone, the preferred one.
-#}
{%- macro pairs_judged() -%}
with
    groups as (
        select run, query_id, alike, num, coalesce(found, 0) as found
        from topics
        join (select query_id, alike, count(*) as num from alike group by all) using (query_id)
        left join
            (select run, query_id, alike, count(*) as found from compared group by all)
            using (run, query_id, alike)
    ),

    ordered as (
        select run, query_id, better, worse, sum(above::bigint)::bigint as in_order
        from ({{ better_above() }})
        group by all
    )

select
    run,
    query_id,
    better,
    worse,
    case $among
        when 'retrieved' then high.found * low.found
        when 'either' then high.num * low.num - (high.num - high.found) * (low.num - low.found)
        else high.num * low.num
    end as possible,
    coalesce(in_order, 0)
    + case when $among = 'retrieved' then 0 else high.found * (low.num - low.found) end as fulfilled
from (select distinct query_id, better, worse from preferences)
join groups as high using (query_id)
join groups as low using (run, query_id)
left join ordered using (run, query_id, better, worse)
where high.alike = better and low.alike = worse
{%- endmacro -%}

{#- Above each document retrieved, for each group that is preferred to its own, how many of that group stand. -#}
{%- macro better_above() -%}
with
    placed as (select run, query_id, alike, tied_from + tied_to - rank as place from compared),

    divided as (select distinct query_id, better, worse from preferences),

    upper_ones as (
        select run, query_id, better, worse, place
        from placed
        join divided using (query_id)
        where alike = better
    ),

    lower_ones as (
        select run, query_id, better, worse, place
        from placed
        join divided using (query_id)
        where alike = worse
    )

{{ counted_above('lower_ones', 'upper_ones', 'run, query_id, better, worse') }}
{%- endmacro -%}

{#- How many judges prefer one group of documents to another. -#}
{%- macro judges_preferring() -%}
select query_id, better, worse, count(*) as judges
from preferences
group by all
{%- endmacro -%}

{#- How many judges a query has, with those who prefer nothing. -#}
{%- macro number_of_opinions() -%}
select query_id, count(distinct judge) as num_judges
from opinions
group by all
{%- endmacro -%}
