/*
of       = "qrels"
place    = 8
column   = "weight"
sentence = "{row}: no weight, where other judgments of query {query_id} have one{more:row}"
*/
{#- a subtopic without a relevant document does not count -#}
{{ first_row(
    "evalsql_qrels",
    "weight is null and query_id in (select query_id from evalsql_qrels where weight is not null)"
    " and (subtopic is null or (query_id, subtopic) in"
    " (select (query_id, subtopic) from evalsql_qrels where relevance > 0 or weight is not null))"
) }}
