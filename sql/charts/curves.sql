/*
name     = "curves"
about    = "One row per panel, curve, run and point: the value, that of the ideal, and the run's place, 1 the best."
shows    = """
Curves, one line per run and one panel per curve; the ideal is dotted, and lines end in the names of runs. If the points
are of queries or slices, each has a panel. Curves that are one with several parameters, such as alpha-nDCG for several
alphas, share a panel if there are fewer runs than curves; then each run has one.
"""
of       = "curve"
tables   = { curved = ["run", "metric", "value", "ideal"] }
layout   = "curves"
short    = { run = 32 }
heading  = "$names_of by $over"
subtitle = "$titles. $means$dotted$thick$gray$only"
arguments.named    = { default = "none", about = "runs to be told apart if there are more than twelve." }
arguments.baseline = { default = "none", about = "a run whose line is thick." }
arguments.about    = { default = "", about = "what the means are over, such as over 50 queries." }
*/
with
    {{ curve_points() | indent(4) }},

    {{ curve_places("points", "value") | indent(4) }},

    -- each curve has a panel, or each run, if there are fewer of them than variants of one curve
    lines as (
        select
            points.*,
            place,
            runs,
            runs < variants as by_run,
            case when by_run then run else metric end as beside,
            case when by_run then variant else run end as line,
            case when by_run then curve else place end as line_place,
            case when by_run then place else curve end as beside_place,
            case when by_run then runs else curves end as beside_each
        from points
        join places using (run)
    ),

    -- the ideal that all lines of a panel share, else that of each; none of shares, whose ideal is 1
    ideals as (
        select panel, beside, max(ideals) = 1 as shared
        from (select panel, beside, point, count(distinct ideal) as ideals from lines group by all)
        group by panel, beside
    )

select
    * replace (case when not shares and (shared or by_run) then ideal end as ideal),
    panel || ' ' || beside as facet,
    case when beside_each > 1 and not by_run then coalesce(variant, metric) end as curve_title,
    beside_each > 1 and by_run as titled_by_run,
    null as upper,
    case when variants > 0 then '' else metric end as axis,
    case when by_query then '' else 'mean ' end || name as value_title,
    case
        when count(case when not shares and (shared or by_run) then ideal end) over () > 0 then ' Dotted: the ideal.'
        else ''
    end as dotted,
    case when not by_run then ' Thick: ' || {{ without_middle("$baseline") }} || '.' end as thick,
    case
        when runs = 1 and not by_run and panels * curves > 1 then ' Run ' || {{ without_middle("run") }} || '.'
        else ''
    end as only,
    {{ curve_refusal("beside_each", "case when by_run then 'runs' else 'curves' end") | indent(4) }} as refusal
from lines
join ideals using (panel, beside)
where (number in (1, points) or number % ceil(points / 400) = 0) and (size <= 6 or not by_slice)
order by panel_place asc, beside_place asc, place asc, curve asc, point asc
/*
{
  "and": "$panel_of_curves", "encoding": {"tooltip": "name, point, value .4f"},
  "layer": [
    {
      "if": "$ideals",
      "transform": [
        {"aggregate": [{"op": "max", "field": "ideal", "as": "ideal"}], "groupby": ["point", "ideal_of", "ideal_color"]}
      ],
      "mark": {"type": "line", "strokeWidth": 1.2, "strokeDash": [2, 2]},
      "encoding": {
        "y": {"field": "ideal"}, "detail": {"field": "ideal_of"}, "tooltip": null,
        "color": {"field": "ideal_color", "scale": null}
      }
    },
    "$curves"
  ]
}
*/
