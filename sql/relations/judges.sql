/*
name  = "judges"
about = """
One row per judge of a query, where several judged it each for themselves: their judgments stand as those of subtopics
do.
"""

[columns]
query_id = "the query"
judge    = "the judge, called a judgment group by trec_eval; compared by its bytes"
*/
select distinct query_id, subtopic as judge
from {{ subtopics }}
