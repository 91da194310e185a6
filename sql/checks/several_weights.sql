/*
of       = "qrels"
place    = 7
column   = "weight"
sentence = """
subtopic {subtopic} of query {query_id} has weights {one:number}[ ({where.1})] and {other:number}[ ({where.2})]; one was
expected{more:subtopic}"""
*/
with
    unlike as (
        select query_id, subtopic, count(*) over () as count
        from evalsql_qrels
        where query_id is not null and subtopic is not null and isfinite(weight)
        group by query_id, subtopic
        having min(weight) <> max(weight)
        order by query_id asc, subtopic asc
        limit 1
    ),

    -- the first row of each weight
    weighed as (
        select query_id, subtopic, count, weight, file, row
        from evalsql_qrels
        join unlike using (query_id, subtopic)
        where isfinite(weight)
        qualify row_number() over (partition by weight order by file asc, row asc) = 1
        order by file asc, row asc, weight asc
        limit 2
    )

select
    query_id,
    subtopic,
    count,
    list(weight order by file asc, row asc, weight asc) as weights,
    weights[1] as one,
    weights[2] as other,
    {{ first_places() }} as places
from weighed
group by all
