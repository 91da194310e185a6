/*
about = """
Whether few of the rows of a pass can be judged, and so few of each ranking that every row can be compared with them."""
*/
with
    rankings as (
        select ranking, num_ret, num_judged
        from evalsql_run_queries
        join (select query_id, count(*) as num_judged from evalsql_judgments group by all) using (query_id)
    ),

    totals as (
        select
            sum(num_ret order by ranking asc) as rows_read,
            sum(num_judged order by ranking asc) as judged,
            sum(num_ret * num_judged order by ranking asc) as compared
        from rankings
    )

select coalesce(10 * judged < rows_read and compared < 10 * rows_read, false)
from totals
