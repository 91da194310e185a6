/*
about = "The scores of the queries that every run has a value for."
*/
select metric, run, query_id, value
from compared
semi join
    (
        select metric, query_id
        from compared
        join (select metric, count(*) as runs from standings group by all) using (metric)
        group by metric, query_id, runs
        having count(*) = runs
    )
    using (metric, query_id)
