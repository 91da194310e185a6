/*
about = "The nuggets of the documents down to a place of a ranking."
*/
select
    cut as run,
    nuggets.query_id,
    doc_id,
    rank::bigint as rank,
    subtopic,
    seen,
    weight,
    probability,
    relevance,
    gain
from internal.nuggets as nuggets
join places on places.run = nuggets.run and places.query_id = nuggets.query_id
where rank <= place
