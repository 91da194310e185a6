/*
name  = "by_subtopic"
about = """
One row per nugget met, of each curve by its alpha: at which rank, in which document, how often it was met above (0: it
is new), and what it adds to the alpha gain there (a term of equation 7 of Clarke et al.).
"""
*/
select
    run,
    query_id,
    metric,
    rank::integer as rank,
    doc_id,
    subtopic,
    seen::integer as seen,
    weight * pow(1 - alpha, seen) as gain
from nuggets
join asked on rank <= k
where seen >= 0
order by run asc, place asc, query_id asc, rank asc, subtopic asc
