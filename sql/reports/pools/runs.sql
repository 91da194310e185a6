/*
about = """
The report of what moved: one row per measure, condition and run, in the order of measures, of conditions and of places
under all judgments."""
*/
select
    moved.metric,
    label::{{ type }} as {{ called }},
    run,
    score,
    pooled,
    difference,
    moved.place,
    pooled_place,
    moved.residual,
    pooled_residual
from moved
join pool_conditions using (condition)
join pool_asked using (metric)
order by pool_asked.place asc, ordering asc, moved.place asc nulls last, run asc
