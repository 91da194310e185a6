/*
about = "The scores of $count of the queries, drawn by MD5."
*/
select run, query_id, metric, value
from pool_scores
semi join
    (
        select query_id
        from (select distinct query_id from pool_scores where condition = 0)
        order by md5_number_lower($drawn || ':' || query_id) asc, query_id asc
        limit $count
    )
    using (query_id)
where condition = 0
