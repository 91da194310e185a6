/*
name     = "scatter"
about    = "One row per two values of a query, to 12 decimals: the first query; `alike` is how many have these values."
shows    = "The value of each query in two runs, and the diagonal on which both are the same."
of       = "evaluate"
short    = { run = 32, other = 32, query_id = 16 }
empty    = "$run and $other have no query in common"
heading  = "$run_name and $other_name: $metric by query"
subtitle = """
$run_name is better on $better, $other_name on $worse of $queries$same$lower; dashes: where both are the same$larger"""
arguments.run   = { among = "run", about = "the one, whose values are heights." }
arguments.other = { among = "run", about = "the one that it is compared with." }
*/
with met as (
    select
        *,
        row_number() over (order by round(abs(difference), 12) desc, query_id asc) as apart,
        count(*) over (partition by round(value, 12), round(other_value, 12)) as alike
    from ({{ values_of_two() | indent(8) }})
    qualify row_number() over (partition by round(value, 12), round(other_value, 12) order by query_id asc) = 1
)
select
    *,
    {{ won_and_lost("alike") | indent(4) }},
    max(alike) over () > 1 as several,
    case when several then '; larger points: several queries' else '' end as larger,
    least(32 * sqrt(alike), 400) as area,
    -- large points at the edges would cover the numbers of axes
    case when several then round(sqrt(max(least(32 * sqrt(alike), 400)) over () / pi())) else 0 end as radius,
    least(0, min(least(value, other_value)) over ()) as low,
    greatest(max(greatest(value, other_value)) over (), low) as high,
    case when high > low then high else low + 1 end as top,
    case when count(*) over () <= 300 then 0.75 else 0.4 end as opacity,
    $pixels >= 300 and apart <= 6 and ahead is not null and alike = 1 as named,
    other_value > (low + high) / 2 as right,
    least($pixels - 50, 420) as height
from met
order by query_id asc
/*
{
  "parts": {
    "values": {"scale": {"domain": ["$low", "$top"], "nice": true}, "axis": {"tickCount": 6, "offset": "$radius"}},
    "name": {"mark": {"type": "text", "fontSize": 9}, "encoding": {"text": {"field": "query_id_name"}}}
  },
  "encoding": {
    "x": {"and": "$values", "field": "other_value", "title": "$metric of $other_name"},
    "y": {"and": "$values", "field": "value", "title": "$metric of $run_name"}
  },
  "layer": [
    {
      "data": {"values": [{"value": "$low", "other_value": "$low"}, {"value": "$high", "other_value": "$high"}]},
      "mark": {"type": "line", "strokeDash": [4, 3], "strokeWidth": 1, "color": "$soft"}
    },
    {
      "mark": {"type": "circle", "opacity": "$opacity"},
      "encoding": {
        "color": {"field": "side", "scale": "$sides", "legend": null}, "size": {"field": "area", "scale": null},
        "tooltip": "query_id, alike, value .4f, other_value .4f"
      }
    },
    {"and": "$name", "transform": [{"filter": "datum.named && datum.right"}], "mark": {"align": "right", "dx": -6}},
    {"and": "$name", "transform": [{"filter": "datum.named && !datum.right"}], "mark": {"align": "left", "dx": 6}}
  ]
}
*/
