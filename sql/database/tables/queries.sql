/*
from   = "scores"
slices = true
about  = """
The queries that are scored, one row each: their texts, and a column for each attribute that slices are of. Only in a
database that was built with --slices."""

[columns]
query_id = "the query"
text     = "its text, or null"
*/
from made_queries
order by query_id asc
