/*
about = "An ENUM of the queries to be scored, in their order, so that they take 4 bytes at most."
*/
select query_id::varchar
from evalsql_population
order by query_id asc
