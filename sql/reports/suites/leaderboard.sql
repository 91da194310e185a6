/*
about = """
One row per board of a suite and run, by Borda rank; below these the runs that lack a collection, which have no mean
over the collections and no rank. The mean in each collection has a column, dataset_0 and so on, by its number."""
*/
select
    metric,
    run,
    borda,
    points,
    macro_mean,
    mean_lower,
    mean_upper,
    mean_rank,
    rank_lower,
    rank_upper,
    not told_apart as like_next,
    missing
    {%- for each in datasets %},
    dataset_{{ each }}
    {%- endfor %}
from
    (
        select
            metric,
            run
            {%- for each in datasets %},
            any_value(mean) filter (number = {{ each }}) as dataset_{{ each }}
            {%- endfor %}
        from suite_means
        group by metric, run
    )
join (select distinct board as metric, place as board_place from suite_boards) using (metric)
left join suite_standings using (metric, run)
left join suite_limits using (metric, run)
left join (select metric, run, told_apart from suite_neighbours) using (metric, run)
left join
    (select metric, run, string_agg(dataset, ', ' order by number asc) as missing from suite_absent group by all)
    using (metric, run)
order by board_place asc, place asc nulls last, run asc
