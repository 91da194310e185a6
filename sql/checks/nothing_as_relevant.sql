/*
of       = "documents as relevant as"
level    = "warning"
kind     = "nothing relevant"
sentence = """
{count:query} without a document that is relevant where rel is {level:number} (first: {query_id})[; no relevance is
above {highest:number}: set rel in measures, or --rel]"""
*/
select
    count(*) filter (low) as count,
    min(query_id) filter (low) as query_id,
    ({{ level }})::double as level,
    case when bool_and(low) then max(best) end as highest
from
    (
        select query_id, max(coalesce(relevance, 'inf')) as best, max(coalesce(relevance, 'inf')) < {{ level }} as low
        from {{ judgments }}
        semi join evalsql_population using (query_id)
        where coalesce(relevance > 0, true)
        group by query_id
    )
