/*
name  = "answers"
about = """
    One row per run and query of a pass: where its rows begin, how many there are, and whether they stand together."""
*/
select
    run,
    query_id,
    min(n) as first,
    count(*) as num_ret,
    max(n) - min(n) + 1 = count(*) as together
from {{ runs }}
group by all
