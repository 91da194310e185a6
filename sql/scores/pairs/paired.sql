/*
about = """
One row per measure and two runs that are compared: the difference with its interval, and what a test says of it."""
*/
select
    metric,
    run,
    other,
    queries,
    mean,
    other_mean,
    difference,
    lower,
    upper,
    100 * change / nullif(base, 0) as percent,
    wins,
    queries - wins - losses as ties,
    losses,
    statistic,
    p_value
from contrasts
join limits using (metric, run, other)
join tested using (metric, run, other)
