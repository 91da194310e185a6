/*
about = """
One row per collection of a suite, run, query and measure. It is made without rows; each evaluation adds its own."""

[columns]
dataset  = "the collection"
run      = "name of the run"
query_id = "the query"
metric   = "the measure, as text"
value    = "its value, or null"
position = "the row's number: collections in the order given, runs, measures and queries as an evaluation has them"
*/
select
    null::varchar as dataset,
    null::varchar as run,
    null::varchar as query_id,
    null::varchar as metric,
    null::double as value,
    null::bigint as position
where false
