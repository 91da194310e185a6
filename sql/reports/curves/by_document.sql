/*
name  = "by_document"
about = """
One row per document with a nugget, of each curve by its alpha: its nuggets, those that are new at its rank, and its
alpha gain (equation 7 of Clarke et al.).
"""
*/
select
    run,
    query_id,
    metric,
    rank::integer as rank,
    doc_id,
    string_agg(subtopic, ', ' order by subtopic asc) as subtopics,
    coalesce(string_agg(subtopic, ', ' order by subtopic asc) filter (seen = 0), '') as new,
    sum(weight * pow(1 - alpha, seen) order by weight * pow(1 - alpha, seen) asc) as gain
from nuggets
join asked on rank <= k
where seen >= 0
group by run, query_id, metric, place, rank, doc_id
order by run asc, place asc, query_id asc, rank asc
