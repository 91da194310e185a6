/*
about = """
One row per board of a suite and two runs that follow each other there: their difference, its interval, and whether they
are told apart; beside it Nemenyi's comparison of their mean ranks over collections."""
*/
select
    metric,
    run,
    other,
    difference,
    lower,
    upper,
    p_bootstrap,
    told_apart,
    rank_difference,
    p_nemenyi
from suite_neighbours
join (select distinct board as metric, place as board_place from suite_boards) using (metric)
left join
    (
        -- whichever of two is above the other by its macro mean
        select metric, run, other, p_value as p_nemenyi
        from evalsql_suite_nemenyi
        union all
        select metric, other, run, p_value
        from evalsql_suite_nemenyi
    )
    using (metric, run, other)
order by board_place asc, place asc
