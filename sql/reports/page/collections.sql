/*
about = "One row per collection of a suite: its measures, and how many runs and queries have scores there."
*/
select dataset, measures, runs, queries
from
    (
        select
            dataset,
            count(distinct run) as runs,
            count(distinct query_id) as queries,
            min(rowid) as place
        from scores
        group by dataset
    )
join
    (
        select dataset, string_agg(metric, ', ' order by place asc) as measures
        from (select dataset, metric, min(rowid) as place from scores group by all)
        group by dataset
    )
    using (dataset)
order by place asc
