/*
name  = "sweep"
about = """
One row per value of the parameter that was gone over and run, in the order of the values, the best run of the last one
first: the run's mean and place there.
"""
*/
with
    numbered as (
        select value, row_number() over (order by min(rowid) asc) as number
        from sweep
        group by value
    ),
    last as (select run, place as last_place from sweep where value = (select max_by(value, number) from numbered))

select
    sweep.value,
    number,
    try_cast(sweep.value as double) as amount,
    run,
    mean,
    place,
    tau,
    last_place,
    measure
from sweep
join numbered using (value)
left join last using (run)
order by number asc, last_place asc nulls last, run asc
