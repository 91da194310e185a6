/*
name  = "bands"
about = """
One row per panel, curve, run and point of what evalsql.curve gave of curves and their residuals, $bases and $residuals:
the value there, and what it would be if every unjudged document were relevant. The place of the run is from 1 for the
best: the highest at the last rank of the first curve, or, where the curve is not over ranks, on average; over several
panels, on average over these. Of a line with more than $most points, some are left out between the first and the last.
"""
shows    = """
Curves and, above each, a band up to what it would be if every unjudged document were relevant. Up to three runs share a
panel; of more, up to six have one each: those that are named, and the best. Several curves, queries or slices have
panels, of three runs at most. The points are of curves and their residuals, such as RBP and RBP_residual.
"""
of       = "curve"
tables   = { curved = ["run", "metric", "value", "ideal"] }
layout   = "bands"
heading  = "$heads and what is unjudged, by $over"
subtitle = "$said"

[arguments]
named    = { default = "none", about = "runs to be drawn in any case." }
baseline = { default = "none", about = "a run whose line is thick." }
about    = { default = "", about = "what the means are over, such as over 50 queries." }
*/
with
    points as (
        select
            metric,
            {{ panel }} as panel,
            run,
            {{ over }}::double as point,
            value,
            row_number() over (partition by metric, {{ panel }}, run order by {{ over }} asc) as number,
            count(*) over (partition by metric, {{ panel }}, run) as points
        from curved
    ),

    bases as (select unnest($bases) as metric, unnest($residuals) as residual),

    bands as (
        select
            bases.metric, panel, run, point, number, points, points.value as lower, points.value + above.value as upper
        from points
        join bases using (metric)
        join (select metric as residual, panel, run, point, value from points) as above
            using (residual, panel, run, point)
    ),

    ends as (
        select
            run,
            panel,
            {{ "arg_max(lower, point)" if over == "rank" else "avg(lower order by point asc)" }} as ending
        from bands
        where metric = $bases[1]
        group by all
    )

select metric, panel, run, place, point, lower, upper
from bands
join
    (
        select run, row_number() over (order by avg(ending order by panel asc) desc nulls last, run asc) as place
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
