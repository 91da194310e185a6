/*
name  = "judgment_levels"
about = """
One row per set of judgments and relevance that occurs in any of them, highest first: how many documents have it, and
their share of those that the set judges.
"""
*/
with
    names as (
        select qrels, min(rowid) as place, sum(documents::bigint order by relevance asc) as judged
        from levels
        group by qrels
    ),
    relevances as (select distinct relevance from levels)

select
    qrels,
    relevance,
    coalesce(documents, 0) as documents,
    coalesce(documents, 0) / judged as share,
    mean
from names
cross join relevances
left join levels using (qrels, relevance)
order by place asc, relevance desc
