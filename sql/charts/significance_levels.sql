/*
name  = "significance_levels"
about = """
One row per measure, test and pair of runs, the highest p-value of each measure first: the p-value, and of the measure
the share of its pairs whose p-value is below $alpha. Measures with more of these come first.
"""
*/
with shares as (
    select metric, test, count(*) as pairs, count(*) filter (p_value < $alpha) / count(*) as share
    from levels
    group by all
)

select metric, test, levels.place, run, other, p_value, pairs, share
from levels
join shares using (metric, test)
order by share desc, metric asc, test asc, levels.place asc
