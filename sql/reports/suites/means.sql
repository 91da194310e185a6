/*
about = """
One row per board of a suite, collection and run: the run's mean there, its rank among those there and, if asked for,
the interval of the mean."""
*/
select
    suite_means.metric,
    dataset,
    suite_means.run,
    mean,
    queries,
    rank() over (partition by suite_means.metric, dataset order by round(mean, 12) * sign desc) as rank
    {%- if intervals %},
    limits.lower,
    limits.upper
    {%- endif %}
from suite_means
join (select distinct board as metric, place as board_place from suite_boards) using (metric)
{%- if intervals %}
left join (select metric as held, run, lower, upper from limits) as limits
    on held = concat(suite_means.metric, ' in ', dataset) and limits.run = suite_means.run
{%- endif %}
order by board_place asc, number asc, rank asc, suite_means.run asc
