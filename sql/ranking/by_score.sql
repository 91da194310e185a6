/*
name  = "by_score"
about = "A view of the rows of a pass that was sorted, numbered as they stand in the table; columns as in numbered."
*/
select rowid as n, run, query_id, doc_id, score
from evalsql_sorted
