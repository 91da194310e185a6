/*
of       = "gains and judgments"
place    = 3
level    = "warning"
sentence = "the gains do not name relevance {relevance:number} of query {query_id}, which gains itself{more:relevance}"
*/
select query_id, relevance, count(*) over () as count
from (select distinct query_id, relevance from evalsql_qrels where relevance > 0 and gain is null)
semi join evalsql_population using (query_id)
anti join evalsql_gains using (query_id, relevance)
order by query_id asc, relevance asc
limit 1
