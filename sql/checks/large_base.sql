/*
of       = "undiscounted ranks"
level    = "warning"
sentence = """
{measure}: the first {ranks:text} ranks weigh the same, and query {query_id} has only {relevant:text} relevant; their
order there does not show"""
*/
select query_id, count(*) as relevant, count(*) over () as count, floor({{ base }})::bigint as ranks
from evalsql_recall_base
group by query_id
having count(*) < {{ base }}
order by relevant asc, query_id asc
limit 1
