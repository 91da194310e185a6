/*
name  = "pool_weights"
about = "What subtopics weigh, as given."

[columns]
query_id = "the query"
subtopic = "the subtopic"
weight   = "what it weighs"
*/
select query_id, subtopic, weight
from evalsql_weights
