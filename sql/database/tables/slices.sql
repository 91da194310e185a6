/*
from   = "scores"
slices = true
about  = """
The queries of each slice, one row per attribute, slice and query. A query is in each slice that it has a value of, and
in '(null)' if it has none. Only in a database that was built with --slices."""

[columns]
attribute       = "the attribute, with how its numbers are cut: language, length:quartiles"
attribute_place = "1, 2, 3, ..., in the order asked"
slice           = "the value, or, if numbers are cut, from which to which"
place           = "1, 2, 3, ... among the slices of the attribute"
query_id        = "the query"
*/
select attribute, attribute_place, slice, place, query_id
from made_slices
order by attribute_place asc, place asc, query_id asc
