/*
name     = "bands"
about    = "One row per panel, curve, run and point: the value, and that if every unjudged document were relevant."
shows    = """
Curves and, above each, a band up to what it would be if every unjudged document were relevant. Up to three runs share a
panel; of more, up to six have one each: those that are named, and the best. Several curves, queries or slices have
panels, of three runs at most. The points are of curves and their residuals, such as RBP and RBP_residual.
"""
of       = "curve"
tables   = { curved = ["run", "metric", "value", "ideal"] }
layout   = "bands"
short    = { run = 32 }
heading  = "$names_of and what is unjudged, by $over"
subtitle = "$titles. $means Bands: up to where all unjudged documents would be relevant.$some$only"
empty    = "no curve is there with its residual; a band needs both, such as RBP and RBP_residual"
arguments.named    = { default = "none", about = "runs to be drawn in any case." }
arguments.baseline = { default = "none", about = "a run whose line is thick." }
arguments.about    = { default = "", about = "what the means are over, such as over 50 queries." }
*/
with
    {{ curve_points() | indent(4) }},

    lines as (
        select points.*, points.value + above.value as upper
        from points
        join (select metric as residual, panel, run, point, value from points) as above
            using (residual, panel, run, point)
    ),

    {{ curve_places("lines", "value") | indent(4) }},

    -- a panel has room for three runs; up to six runs of one panel have panels of their own
    chosen as (
        select
            run,
            place,
            runs,
            runs > 3 and (select max(curves * panels) from lines) = 1 as alone,
            row_number() over (
                order by
                    coalesce(run = $baseline, false) desc,
                    coalesce(list_contains($named::varchar[], run), false) desc,
                    place asc
            ) as choice
        from places
        qualify choice <= case when alone then 6 else 3 end
    )

select
    * replace (null as ideal),
    panel || ' ' || metric || case when alone then ' ' || run else '' end as facet,
    case when curves > 1 then coalesce(variant, metric) end as curve_title,
    alone as titled_by_run,
    run as line,
    place as line_place,
    false as by_run,
    metric as axis,
    case when by_query then '' else 'mean ' end || name as value_title,
    count(distinct run) over () as shown,
    case
        when shown < runs then ' ' || shown || ' of ' || format('{:,}', runs) || ' runs.'
        else ''
    end as some,
    case
        when shown = 1 and curves * panels > 1 then ' Run ' || {{ without_middle("run") }} || '.'
        else ''
    end as only,
    {{ curve_refusal("curves", "'curves'") | indent(4) }} as refusal
from lines
join chosen using (run)
where (number in (1, points) or number % ceil(points / 400) = 0) and (size <= 6 or not by_slice)
order by panel_place asc, curve asc, place asc, point asc
/*
{
  "and": "$panel_of_curves", "encoding": {"tooltip": "name, point, value .4f, upper .4f"},
  "layer": [
    {
      "mark": {"type": "area", "opacity": 0.2, "line": {"strokeWidth": 0.6}},
      "encoding": {"y": {"field": "upper"}, "y2": {"field": "value"}, "color": "$hue"}
    },
    "$curves"
  ]
}
*/
