/*
about = "The documents down to a place of a ranking."
*/
select
    cut as run,
    rankings.query_id,
    doc_id,
    rank::bigint as rank,
    score,
    tied_from::bigint as tied_from,
    least(tied_to, place)::bigint as tied_to,
    relevance,
    gain
from main.{{ retrieved }} as rankings
join places on places.run = rankings.run and places.query_id = rankings.query_id
where rank <= place
