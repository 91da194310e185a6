{#
What metrics over the judgments of several judges share. A judge stands where judgments by subtopic have the subtopic.
#}

{#- The documents that each judge finds relevant, with how many of those the judge has found by then, and in all. -#}
{%- macro relevant_to_judges() -%}
select run, query_id, subtopic, rank, num_rel, row_number() over so_far as hits
from nuggets
join
    (select query_id, subtopic, count(*) as num_rel from nugget_base where relevance >= $rel group by all)
    using (query_id, subtopic)
where relevance >= $rel
window so_far as (partition by run, query_id, subtopic order by rank asc)
{%- endmacro -%}

{#- How many judges a query has; one who finds nothing relevant is one of them. -#}
{%- macro number_of_judges() -%}
select query_id, count(*) as num_judges
from judges
group by all
{%- endmacro -%}
