/*
about = "One row per board of a suite, collection and run: the run's mean there, and its rank among those there."
*/
select
    suite_means.metric,
    dataset,
    run,
    mean,
    queries,
    rank() over (partition by suite_means.metric, dataset order by round(mean, 12) * sign desc) as rank
from suite_means
join (select distinct board as metric, place as board_place from suite_boards) using (metric)
order by board_place asc, number asc, rank asc, run asc
