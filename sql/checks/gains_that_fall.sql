/*
of       = "gains of relevances"
level    = "warning"
sentence = """
{whose}: relevance {lower:number} gains {worth:number} and relevance {relevance:number} only {gain:number}; the ideal
ranking goes by gain"""
*/
select lower, worth, relevance, gain, 1 as count
from
    (
        select relevance, gain, lag(relevance) over by_level as lower, lag(gain) over by_level as worth
        from (select distinct query_id, relevance, {{ expression }} as gain from evalsql_recall_base)
        window by_level as (partition by query_id order by relevance asc)
    )
where worth > gain and lower < relevance
order by lower asc, relevance asc, worth asc, gain asc
limit 1
