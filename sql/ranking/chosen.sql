/*
about = "A view of those rows of a pass that must be ranked, where queries are listed; columns as in numbered."
*/
from evalsql_numbered
where query_id in (select query_id from evalsql_population)
