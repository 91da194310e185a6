/*
of       = "costs"
place    = 1
sentence = "document {doc_id} has two costs[ for query {query_id}] ({where}){more:document}"
suspect  = '{{ maybe_twice("evalsql_costs", ["doc_id", "query_id"]) }}'
*/
{{ same_twice("evalsql_costs", ["doc_id", "query_id"], ["doc_id"]) }}
