/*
name  = "curves"
about = """
One row per panel, curve, run and point of what evalsql.curve gave: the value there and that of the ideal, and the place
of the run, from 1 for the best. The best is highest at the last rank of the first curve, or, where the curve is not
over ranks, on average; over several panels, on average over these. Of a line with more than $most points, some are left
out between the first and the last.
"""
*/
with
    lines as (
        select
            metric,
            {{ panel }} as panel,
            run,
            {{ over }}::double as point,
            value,
            ideal,
            row_number() over (partition by metric, {{ panel }}, run order by {{ over }} asc) as number,
            count(*) over (partition by metric, {{ panel }}, run) as points
        from curved
    ),

    ends as (
        select
            run,
            panel,
            {{ "arg_max(value, point)" if over == "rank" else "avg(value order by point asc)" }} as ending
        from lines
        where metric = $first
        group by all
    )

select metric, panel, run, place, point, value, ideal
from lines
join
    (
        select
            run,
            row_number() over (order by $sign * avg(ending order by panel asc) desc nulls last, run asc) as place
        from ends
        group by run
    )
    using (run)
where number in (1, points) or number % ceil(points / $most) = 0
order by metric asc, panel asc, place asc, point asc
