/*
name   = "judges"
schema = "internal"
about  = """
One row per judge of a query, where several judged it, or per subtopic that it is judged by; empty where judgments are
not by subtopic.
"""

[columns]
query_id = "the query"
judge    = "the judge, or the subtopic"
*/
select query_id::internal.query_name as query_id, judge
from made_judges
order by query_id asc, judge asc
