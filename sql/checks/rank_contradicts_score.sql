/*
of       = "contradicting ranks"
level    = "warning"
sentence = """
the rank column disagrees with the scores in {count:ranking} of {several:run}; documents are sorted by score, as
trec_eval does (first: run {run}, query {query_id})"""
*/
select
    count(*) as count,
    count(distinct run) as several,
    min(run) as run,
    min_by(query_id, run || ' ' || query_id) as query_id
from evalsql_contradicting
