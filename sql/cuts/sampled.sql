/*
about = "The documents of a sampled pool down to a place of a ranking."
*/
select cut as run, sampled.query_id, rank::bigint as rank, stratum, relevance, gain
from internal.sampled as sampled
join places on places.run = sampled.run and places.query_id = sampled.query_id
where rank <= place
