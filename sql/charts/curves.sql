/*
name  = "curves"
about = """
One row per panel, curve, run and point of what evalsql.curve gave: the value there and that of the ideal, and the place
of the run, from 1 for the best. The best is highest at the last rank of the first curve, or, where the curve is not
over ranks, on average; over several panels, on average over these. Of a line with more than $most points, some are left
out between the first and the last.
"""
shows    = """
Curves, a line a run and a panel a curve, with the ideal dotted, and the names of runs where lines end. Where the points
are of queries or slices, each has a panel. Curves that are one with several parameters, such as alpha-nDCG for several
alphas, share a panel where there are fewer runs than curves; then each run has one.
"""
of       = "curve"
tables   = { curved = ["run", "metric", "value", "ideal"] }
layout   = "curves"
heading  = "$heads by $over"
subtitle = "$said"

[arguments]
named    = { default = "none", about = "runs to be told apart where there are more than twelve." }
baseline = { default = "none", about = "a run whose line is thick." }
about    = { default = "", about = "what the means are over, such as over 50 queries." }
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
/*
{
  "first": [
    {"if": "$single", "data": null, "height": "$height", "layer": ["$layers"], "resolve": "$resolve"},
    {
      "data": null, "columns": "$columns", "spacing": 14, "concat": ["$beside"],
      "resolve": {"scale": {"color": "shared", "strokeDash": "shared"}}
    }
  ]
}
*/
