/*
about = "One row per relevance, the highest first: how many judgments have it, of how many queries."
*/
select relevance, count(*) as judgments, count(distinct query_id) as queries
from qrels
group by relevance
order by relevance desc
