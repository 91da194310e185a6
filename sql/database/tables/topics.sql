/*
name   = "topics"
schema = "internal"
about  = """
One row per run and query to be scored, answered or not, with what is counted over all documents that the run retrieved
for it.
"""

[columns]
run               = "name of the run"
query_id          = "the query"
num_ret           = "how many documents the run retrieved; 0 where it does not answer the query"
num_judged_nonrel = "how many documents of the query are judged 0"
sum_score         = "sum of the scores retrieved"
min_score         = "lowest score retrieved"
max_score         = "highest score retrieved"
*/
select
    run::internal.run_name as run,
    query_id::internal.query_name as query_id,
    num_ret,
    num_judged_nonrel,
    sum_score,
    min_score,
    max_score
from made_topics
order by run asc, query_id asc
