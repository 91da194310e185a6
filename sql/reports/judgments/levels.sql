/*
about = """
One row per set of judgments and relevance that occurs in it, highest first: how many documents have it, in all and per
query; a query without one counts as 0."""
*/
with
    levels as (select distinct qrels, relevance from described),
    queries as (select distinct qrels, query_id from described),
    found as (select qrels, query_id, relevance, count(*) as documents from described group by all)

select
    qrels,
    relevance,
    sum(coalesce(documents, 0) order by query_id asc)::bigint as documents,
    sum(coalesce(documents, 0) order by query_id asc)::bigint / count(*) as mean,
    min(coalesce(documents, 0)) as min,
    max(coalesce(documents, 0)) as max
from levels
join queries using (qrels)
left join found using (qrels, query_id, relevance)
group by all
order by qrels asc, relevance desc
