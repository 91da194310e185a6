/*
about = "One row per query of a run that is not judged, and would be if its id were written in another way."

[columns]
run       = "name of the run"
query_id  = "the query"
judged_as = "what the judgments call it"
change    = "what would make the two the same, for a sentence"
*/
{{ queries_alike(answered | default("evalsql_answered"), judged | default("evalsql_population")) }}
