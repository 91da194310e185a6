/*
about = "The judged documents down to a place of a ranking; the relevant ones below it count as missed."
*/
select
    cut as run,
    judged.query_id,
    case when rank <= place then rank end::bigint as rank,
    case when rank <= place then score end as score,
    case when rank <= place then tied_from end::bigint as tied_from,
    case when rank <= place then least(tied_to, place) end::bigint as tied_to,
    relevance,
    gain
from internal.judged as judged
join places on places.run = judged.run and places.query_id = judged.query_id
where rank <= place or relevance > 0
