/*
about = "What the answers of a pass say of its rows, before any row is looked at."

[columns]
together = "whether the rows of each ranking stand together"
num_rows = "how many rows there are"
lacking  = "whether a row may lack a run or a query, or there is none"
parts    = "whether a file may hold no rows, or a run be in two files"
*/
select
    coalesce(bool_and(together), true) as together,
    coalesce(sum(num_ret::bigint), 0)::bigint as num_rows,
    coalesce(bool_or(coalesce(run, '') = '' or lacking), true) as lacking,
    {{ files }} > 1 and (count(distinct file) < {{ files }} or bool_or(file <> last or not together)) as parts
from
    (
        select
            run,
            min(first >> 40) as file,
            max(first >> 40) as last,
            bool_and(together) as together,
            sum(num_ret::bigint) as num_ret,
            bool_or(coalesce(query_id, '') = '') as lacking
        from evalsql_answers
        group by run
    )
