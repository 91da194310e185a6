/*
about = """
The first documents of each ranking, of these queries only if some are named: score descending, then doc_id
descending by bytes. Those of equal scores share the ranks tied_from to tied_to where ties are averaged."""
*/
select
    run,
    query_id,
    doc_id,
    place as rank,
    case $ties when 'average' then head else place end as tied_from,
    case $ties when 'average' then least(tail, $depth) else place end as tied_to
from
    (
        select
            run,
            query_id,
            doc_id,
            rank() over (partition by run, query_id order by score desc) as head,
            count(*) over (partition by run, query_id order by score desc range unbounded preceding) as tail,
            row_number() over (partition by run, query_id order by score desc, doc_id desc) as place
        from evalsql_runs
        where $queries is null or list_contains($queries::varchar[], query_id)
    )
where place <= $depth
