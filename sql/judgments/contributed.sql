/*
name  = "contributed"
about = """
One row per judged document and run that the pool is made of: the rank at which the run has it, score descending, then
doc_id descending by bytes.
"""
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
    )
semi join pool_qrels using (query_id, doc_id)
