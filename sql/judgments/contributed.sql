/*
about = """
One row per judged document and run that the pool is made of: the rank at which the run has it, score descending, then
doc_id descending by bytes. Documents that do not count take no rank."""
*/
select run, query_id, doc_id, rank
from
    (
        select
            run,
            query_id,
            doc_id,
            row_number() over (partition by run, query_id order by score desc, doc_id desc) as rank
        from pool_runs
        semi join pool_contributors using (run)
        {{ "anti join evalsql_pool_exclusions using (query_id, doc_id)" if exclusions }}
        {%- if candidates %}
        semi join evalsql_pool_candidates
            using ({{ "doc_id" if candidates == "of all queries" else "query_id, doc_id" }})
        {%- endif %}
        {{ "where doc_id <> query_id" if without_own }}
    )
semi join pool_qrels using (query_id, doc_id)
