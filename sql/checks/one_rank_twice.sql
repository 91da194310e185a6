/*
of       = "ranks"
place    = 2
sentence = "rank {rank:number} appears twice for query {query_id} in run {run}[ ({where})]{more:rank}"
suspect  = '{{ maybe_twice("evalsql_runs", ["run", "query_id", "rank"]) }}'
*/
{{ same_twice("evalsql_runs", ["run", "query_id", "rank"], ["rank"]) }}
