/*
name  = "rankings"
about = "The first documents of each ranking, of these queries only where some are named: score descending, then doc_id descending by bytes."
*/
select run, query_id, doc_id, place as rank
from
    (
        select
            run,
            query_id,
            doc_id,
            row_number() over (partition by run, query_id order by score desc, doc_id desc) as place
        from evalsql_runs
        where $queries is null or list_contains($queries::varchar[], query_id)
    )
where place <= $depth
