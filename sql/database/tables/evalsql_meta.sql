/*
name  = "evalsql_meta"
about = "How this database was made: versions, decisions, and what the scores are over."

[columns]
key   = "what is said"
value = "what it is, as text"
*/
from made_meta
order by key asc
