/*
name     = "distributions"
about    = "One row per measure, run and query, the best run first: the value, and what the box of the run shows."
shows    = """
The values of the queries of every run, the best run first: each as a point, and a box around the middle half. Without
measures, by the first alone.
"""
of       = "evaluate"
lines    = "run"
colored  = true
panel    = "metric"
heading  = "Values of queries by $panels"
subtitle = "Over $over; ${points}boxes: the middle half, with the median; diamonds: means; lines: lowest to highest"
*/
select
    * exclude (axis),
    min(value) over of_run as lowest,
    quantile_cont(value, 0.25) over of_run as lower_quartile,
    quantile_cont(value, 0.5) over of_run as median,
    quantile_cont(value, 0.75) over of_run as upper_quartile,
    max(value) over of_run as highest,
    -- the multiples of the golden ratio lie evenly between whole numbers
    (row_number() over (order by asked.place asc, standings.place asc, query_id asc) - 1) * 0.6180339887::double % 1
        as height,
    {{ over_queries("standings.queries") }} as over,
    count(*) over (partition by metric) <= 3000 as few,
    case when few then 'points: queries; ' else '' end as points,
    case when count(distinct run) over () <= 40 then 22 else 10 end as step
from standings
join asked using (metric)
join (select metric, run, query_id, value from scores where value is not null) using (metric, run)
window of_run as (partition by metric, run)
qualify
    ($chosen or asked.place = min(asked.place) over ())
    and (few or row_number() over (partition by metric, run) = 1)
order by asked.place asc, standings.place asc, query_id asc
/*
{
  "parts": {
    "of_run": "run, queries, lowest .4f, lower_quartile .4f, median .4f, upper_quartile .4f, highest .4f, mean .4f",
    "box": {
      "mark": {"type": "bar", "height": {"band": 0.7}},
      "encoding": {"x": {"field": "lower_quartile"}, "x2": {"field": "upper_quartile"}}
    }
  },
  "height": {"step": "$step"}, "encoding": "$by_run",
  "layer": [
    {
      "data": {"values": "$once"},
      "encoding": {"tooltip": "$of_run"},
      "layer": [
        {
          "mark": {"type": "rule", "strokeWidth": 1},
          "encoding": {"x": {"field": "lowest", "title": "$metric", "axis": "$axis"}, "x2": {"field": "highest"}}
        },
        {"and": "$box", "mark": {"fill": "$paper", "fillOpacity": 1}},
        {
          "and": "$box", "mark": {"fillOpacity": 0.25, "strokeWidth": 1},
          "encoding": {"stroke": {"field": "color", "scale": null}}
        },
        {"mark": {"type": "tick", "thickness": 2, "height": {"band": 0.7}}, "encoding": {"x": {"field": "median"}}}
      ]
    },
    {
      "if": "$few", "mark": {"type": "circle", "size": 9, "opacity": 0.55, "clip": false},
      "encoding": {
        "x": {"field": "value"}, "yOffset": {"field": "height", "scale": {"domain": [-0.3, 1.3]}},
        "tooltip": "run, query_id, value .4f"
      }
    },
    {
      "data": {"values": "$once"},
      "mark": {
        "type": "point", "shape": "diamond", "filled": true, "size": 36, "opacity": 1, "stroke": "$paper",
        "strokeWidth": 0.75
      },
      "encoding": {"x": {"field": "mean"}, "color": {"value": "$ink"}, "tooltip": "$of_run"}
    }
  ]
}
*/
