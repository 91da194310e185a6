/*
schema = "internal"
from   = "scores"
slices = true
about  = """
What the table of queries said of each, scored or not, by which runs that are added are sliced. Only in a database that
was built with --slices."""

[columns]
attribute = "the attribute, as it was asked for, with how it is cut; null in the row of the query itself"
query_id  = "the query"
value     = "what it is, as text; of the query itself, its text"
number    = "the number that says; null if it says none"
*/
select attribute, query_id, value, number
from made_attributes
order by attribute asc, query_id asc, value asc
