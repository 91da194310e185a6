/*
schema = "internal"
from   = "scores"
about  = "How this database was made: versions, decisions, and what the scores are over."

[columns]
key   = "what is said of the database, such as evalsql, the version that built it"
value = "what is said of it, as text"
*/
from made_meta
order by key asc
