/*
name  = "sorted"
about = "The rows of a pass in order, for a pass that is not."

[columns]
run      = "name of the run, an ENUM"
query_id = "the query, an ENUM"
doc_id   = "the document"
score    = "its score"
*/
select rankings.run, rankings.query_id, doc_id, score
from {{ runs }} as runs
join evalsql_run_queries as rankings on rankings.run = runs.run and rankings.query_id = runs.query_id
order by rankings.run asc, rankings.query_id asc, score desc
