/*
about = "What the database says of itself."
*/
select key, value
from internal.evalsql_meta
order by key asc
