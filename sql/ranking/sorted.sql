/*
about = """
The rows of a pass in order, for a pass that is not. No text is sorted: documents are looked up again where scores are
equal."""

[columns]
ranking  = "number of its ranking, as in run_queries"
score    = "its score"
was      = "number of the row before"
judgment = "number of its judgment, or null"
doc_id   = "the document, if all are wanted"
*/
select
    ranking,
    score,
    n as was,
    judgment
    {{- ",\n    runs.doc_id" if whole }}
from {{ runs }} as runs
join evalsql_run_queries as rankings on rankings.run = runs.run and rankings.query_id = runs.query_id
left join evalsql_judgments as judgments
    on judgments.query_id = rankings.query_id and judgments.doc_id = runs.doc_id
order by ranking asc, score desc
