/*
name   = "sampled"
schema = "internal"
about  = """
One row per document that a run retrieved and that is in the pool, judged or not; empty where judgments have no strata.
"""

[columns]
run       = "name of the run"
query_id  = "the query"
rank      = "position in the ranking, from 1"
stratum   = "the stratum of the pool that the document is in"
relevance = "the judgment; below 0 of what was not drawn to be judged"
gain      = "what the document adds"
*/
select
    run::internal.run_name as run,
    query_id::internal.query_name as query_id,
    rank::integer as rank,
    stratum,
    relevance,
    gain
from made_sampled
order by run asc, query_id asc, rank asc
