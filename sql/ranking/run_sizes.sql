/*
about = "The size of each run, whose rows are summed. It is made without rows; each pass adds its own."

[columns]
run       = "name of the run"
documents = "how many it retrieved"
judged    = "how many of them are judged, for queries to be scored"
*/
select null::varchar as run, null::bigint as documents, null::bigint as judged
where false
