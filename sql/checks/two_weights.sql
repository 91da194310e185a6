/*
of       = "weights"
place    = 1
sentence = "subtopic {subtopic} has two weights for query {query_id} ({where}){more:subtopic}"
suspect  = '{{ maybe_twice("evalsql_weights", ["query_id", "subtopic"]) }}'
*/
{{ same_twice("evalsql_weights", ["query_id", "subtopic"], ["query_id", "subtopic"]) }}
