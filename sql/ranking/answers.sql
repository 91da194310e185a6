/*
about = "One row per run and query of a pass: where its rows are, and whether they stand together."

[columns]
run      = "name of the run"
query_id = "the query"
first    = "number of its first row"
num_ret  = "how many rows it has"
together = "whether no row of another run or query is among them"
*/
select
    run,
    query_id,
    min(n) as first,
    count(*) as num_ret,
    max(n) - min(n) + 1 = count(*) as together
from {{ runs }}
group by all
