{#
What metrics of preferences share: of two judged documents the one of higher relevance is preferred.
#}

{#-
How many preferences a query's judgments make (possible), how many of those are between two documents retrieved
(both_found), and between two that were missed (neither_found); how many are fulfilled between two retrieved (in_order),
by one retrieved and one missed (implied), and in all (fulfilled).
-#}
{%- macro preferences() -%}
select
    run,
    query_id,
    possible,
    both_found,
    neither_found,
    implied + coalesce(in_order, 0) as fulfilled,
    in_order
from
    (
        select
            run,
            query_id,
            sum((num * lower_num)::bigint) as possible,
            sum((found * lower_found)::bigint) as both_found,
            sum(((num - found) * (lower_num - lower_found))::bigint) as neither_found,
            sum((found * (lower_num - lower_found))::bigint) as implied
        from
            (
                select
                    *,
                    (sum(num::bigint) over lower_ones)::bigint as lower_num,
                    (sum(found::bigint) over lower_ones)::bigint as lower_found
                from ({{ levels_found() }})
                window lower_ones as (
                    partition by run, query_id
                    order by relevance asc
                    rows between unbounded preceding and 1 preceding
                )
            )
        group by all
    )
left join
    (select run, query_id, sum(above::bigint) as in_order from ({{ preferred_above() }}) group by all)
    using (run, query_id)
{%- endmacro -%}

{#- How many documents of each level of relevance are judged, and were found; of level 0 there may be none. -#}
{%- macro levels_found() -%}
select run, query_id, relevance, num, coalesce(found, 0) as found
from
    (
        select run, query_id, relevance, count(*) as num
        from topics
        join recall_base using (query_id)
        group by all
        union all
        select run, query_id, 0, num_judged_nonrel from topics
    )
left join
    (select run, query_id, relevance, count(rank) as found from judged group by all)
    using (run, query_id, relevance)
{%- endmacro -%}

{#-
Above each document retrieved, by division of the levels of relevance into higher and lower ones, how many retrieved
documents of higher relevance stand: the sum is how many preferences between two documents retrieved are fulfilled.
trec_eval puts documents of equal score by doc_id ascending here, and nowhere else.
-#}
{%- macro preferred_above() -%}
with
    -- levels of relevance, from -1, the lowest
    levels as (
        select query_id, relevance, row_number() over (partition by query_id order by relevance asc) - 2 as level
        from (select distinct query_id, relevance from judged where relevance >= 0)
    ),

    -- as in NDPM: each two levels are better and worse in one division
    divided as (
        select query_id, relevance, -1 as division, level >= 0 as better
        from levels
        union all
        select query_id, relevance, (level >> bit | 1) << bit, (level >> bit & 1)::boolean
        from (select *, unnest(range(0, length(bin(max(level) over (partition by query_id))))) as bit from levels)
        where level >= 0
    ),

    placed as (
        select run, query_id, division, better, tied_from + tied_to - rank as place
        from judged
        join divided using (query_id, relevance)
        where rank is not null
    ),

    better as (select run, query_id, division, place from placed where better),

    worse as (select run, query_id, division, place from placed where not better)

{{ counted_above('worse', 'better', 'run, query_id, division') }}
{%- endmacro -%}

{#-
For each two groups of documents if a judge prefers one: how many pairs of documents there are to be counted, and how
many of them a ranking has in the right order, or has one of alone, the preferred one. `groups` is a relation (run,
query_id, judge, alike, num, found), `placed` one of documents retrieved (run, query_id, judge, alike, place), and
`pairs` one of preferences (query_id, judge, better, worse), which may have further columns. Above each document of the
smaller of two groups those of the other are counted.
-#}
{%- macro pairs_of_groups(groups, placed, pairs) -%}
with
    sides as (
        select
            run,
            pairs.*,
            high.num as high_num,
            high.found as high_found,
            low.num as low_num,
            low.found as low_found,
            high_found < low_found as from_better
        from {{ pairs }} as pairs
        join {{ groups }} as high using (query_id, judge)
        join {{ groups }} as low using (run, query_id, judge)
        where high.alike = better and low.alike = worse
    ),

    smaller as (
        select run, query_id, judge, better, worse, other, place
        from
            (
                select
                    *,
                    case when from_better then better else worse end as alike,
                    case when from_better then worse else better end as other
                from sides
            )
        join {{ placed }} using (run, query_id, judge, alike)
    ),

    marks as (select run, query_id, judge, alike as other, place from {{ placed }}),

    ordered as (
        select run, query_id, judge, better, worse, sum(above::bigint)::bigint as above
        from ({{ counted_above('smaller', 'marks', 'run, query_id, judge, other') }})
        group by all
    )

select
    sides.*,
    case $among
        when 'retrieved' then high_found * low_found
        when 'either' then high_num * low_num - (high_num - high_found) * (low_num - low_found)
        else high_num * low_num
    end as possible,
    coalesce(case when from_better then high_found * low_found - above else above end, 0)
    + case when $among = 'retrieved' then 0 else high_found * (low_num - low_found) end as fulfilled
from sides
left join ordered using (run, query_id, judge, better, worse)
{%- endmacro -%}
