/*
about = """
A view of the rows of a pass that was sorted, numbered as they stand in the table: its columns, and run and query_id."""
*/
select sorted.rowid as n, sorted.*, run, query_id
from evalsql_sorted as sorted
join evalsql_run_queries using (ranking)
