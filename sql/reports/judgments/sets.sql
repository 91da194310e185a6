/*
about = """
One row per set of judgments: its queries, what is judged and relevant in all and per query, queries without a relevant
document, and subtopics with a relevant document, per query that has any."""
*/
with
    by_query as (
        select qrels, query_id, count(*) as judged, count(*) filter (relevance >= $rel) as relevant
        from described
        group by all
    ),

    by_subtopic as (
        select qrels, query_id, count(distinct subtopic) as subtopics
        from in_sets
        where subtopic is not null and relevance >= $rel
        group by all
    )

select
    qrels,
    count(*) as queries,
    sum(judged order by query_id asc)::bigint as judged,
    sum(judged order by query_id asc)::bigint / count(*) as mean_judged,
    min(judged) as min_judged,
    max(judged) as max_judged,
    sum(relevant order by query_id asc)::bigint as relevant,
    sum(relevant order by query_id asc)::bigint / count(*) as mean_relevant,
    min(relevant) as min_relevant,
    max(relevant) as max_relevant,
    count(*) filter (relevant = 0) as without_relevant,
    count(subtopics) as with_subtopics,
    sum(subtopics order by query_id asc)::bigint / nullif(count(subtopics), 0) as mean_subtopics,
    min(subtopics) as min_subtopics,
    max(subtopics) as max_subtopics
from by_query
left join by_subtopic using (qrels, query_id)
group by qrels
order by qrels asc
