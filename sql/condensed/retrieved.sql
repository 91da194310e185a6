/*
about = "The documents retrieved that are judged, as they stand without the others."
*/
select
    run,
    query_id,
    doc_id,
    row_number() over (partition by run, query_id order by rank asc)::integer::bigint as rank,
    score,
    rank() over (partition by run, query_id order by tied_from asc) as tied_from,
    count(*) over (partition by run, query_id order by tied_from asc range unbounded preceding) as tied_to,
    relevance,
    gain
from evalsql_retrieved
where relevance >= 0
