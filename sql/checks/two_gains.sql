/*
of       = "gains"
place    = 1
sentence = "relevance {relevance:number} has two gains for query {query_id} ({where}){more:relevance}"
suspect  = '{{ maybe_twice("evalsql_gains", ["query_id", "relevance"]) }}'
*/
{{ same_twice("evalsql_gains", ["query_id", "relevance"], ["query_id"]) }}
