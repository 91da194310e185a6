/*
of       = "qrels"
place    = 1
column   = "stratum"
sentence = "a row of the judgments has no stratum, where others have one[ ({where})]{more:row}"
*/
{{ first_row(
    "evalsql_qrels",
    "stratum is null and query_id is not null and doc_id is not null"
    " and exists (from evalsql_qrels where stratum is not null)"
) }}
