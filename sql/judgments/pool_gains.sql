/*
name  = "pool_gains"
about = "What relevances are worth for queries, as given."

[columns]
query_id  = "the query"
relevance = "the relevance"
gain      = "what it is worth"
*/
select query_id, relevance, gain
from evalsql_gains
