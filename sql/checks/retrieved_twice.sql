/*
of       = "runs"
sentence = "document {doc_id} appears twice for query {query_id} in run {run}[ ({where})]{more:document}{hint:score}"
suspect  = '{{ maybe_twice("evalsql_runs " ~ among, ["run", "query_id", "doc_id"]) }}'
*/
{{ same_twice("evalsql_runs " ~ among, ["run", "query_id", "doc_id"], ["run", "query_id", "doc_id"]) }}
