/*
about = "The relation of this name of sql/relations, over the documents found; none if no costs are given."
*/
{%- if given %}
select retrieved.run, retrieved.query_id, retrieved.rank, costs.cost
from evalsql_retrieved as retrieved
join evalsql_document_costs as costs
    on costs.doc_id = retrieved.doc_id
    and (costs.query_id is null or costs.query_id = retrieved.query_id)
{%- else %}
select run, query_id, null::bigint as rank, null::double as cost
from evalsql_run_queries
where false
{%- endif %}
