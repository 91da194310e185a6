/*
about  = """
One row per judge of a query, where several judged it each for themselves, or per subtopic that it is judged by: their
judgments stand as those of subtopics do. Empty if judgments are not by subtopic."""
stored = "query_id asc, judge asc"

[columns]
query_id = "the query"
judge    = "the judge, called a judgment group by trec_eval, or the subtopic; compared by its bytes"
*/
select distinct query_id, subtopic as judge
from {{ subtopics }}
