/*
about = """
One row per set of queries that some decision may change, and query; of the others its values are those by default. Made
without rows; who reconciles adds them."""

[columns]
number   = "number of the set"
query_id = "the query"
*/
select null::integer as number, null::varchar as query_id
where false
