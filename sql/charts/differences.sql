/*
name     = "differences"
about    = "One row per query of both runs: how far $run is above $other; `ahead` is the one whose value is better."
shows    = "By how much a run is above another on each query, the largest difference first, and the mean difference."
of       = "evaluate"
short    = { run = 32, other = 32, query_id = 16 }
empty    = "$run and $other have no query in common"
heading  = "$run_name and $other_name: differences in $metric by query"
subtitle = """
$run_name is better on $better, $other_name on $worse of $queries$same$lower; dashes: the mean of $differences,
$mean$extremes"""
arguments.run   = { among = "run", about = "the one." }
arguments.other = { among = "run", about = "the one that it is compared with." }
*/
with met as (
    select *, row_number() over (order by round(difference, 12) desc, query_id asc) as place
    from ({{ values_of_two() | indent(8) }})
), ends as (
    select
        count(*) as number,
        avg(difference order by query_id asc) as mean_difference,
        list({{ without_middle("query_id", 16) }} || format(' ({:+.3f})', difference) order by place asc) as texts
    from met
), whole as (
    select *, ($pixels - 60) / number as step, step >= 9.5 and number > 1 as named, step >= 2 as bars from ends
)
select
    *,
    {{ won_and_lost("1") | indent(4) }},
    {{ times("number", "difference") }} as differences,
    format('{:+.4f}', mean_difference) as mean,
    case
        when named or number <= 4 then ''
        else '; from ' || array_to_string(texts[:2], ', ') || ' to ' || array_to_string(texts[-2:], ', ')
    end as extremes,
    concat(metric, ': ', {{ without_middle("$run") }}, ' - ', {{ without_middle("$other") }}) as title,
    {{ text_width("title") | indent(4) }} > 240 as long,
    not bars as thin,
    case when named then null else 'queries' end as below,
    least(10, greatest(step - 1.5, 1)) as letters,
    case when sign < 0 then 'min' else 'max' end as upper,
    case when sign < 0 then 'max' else 'min' end as under
from met
cross join whole
qualify bars or (place - 1) % ceil(number / $pixels) = 0
order by place asc
/*
{
  "parts": {
    "difference": {"field": "difference", "axis": {"tickCount": 6, "labelExpr": "$sign_of"}},
    "area": {
      "mark": {"type": "area", "interpolate": "step"},
      "encoding": {
        "x": {
          "field": "place", "title": "queries, by their difference", "scale": {"nice": false, "domain": [1, "$number"]}
        },
        "y": {"field": "part"}
      }
    }
  },
  "height": 240,
  "encoding": {
    "y": {
      "first": [
        {"if": "$long", "and": "$difference", "title": ["$metric: $run_name", "- $other_name"]},
        {"and": "$difference", "title": "$metric: $run_name - $other_name"}
      ]
    }
  },
  "layer": [
    {
      "if": "$bars", "mark": {"type": "bar", "binSpacing": 0},
      "encoding": {
        "x": {
          "field": "query_id_name", "sort": null, "title": "$below",
          "axis": {"labels": "$named", "labelAngle": -90, "ticks": false, "domain": false, "labelFontSize": "$letters"}
        },
        "color": {"field": "side", "scale": "$sides", "legend": null},
        "tooltip": "query_id, value .4f, other_value .4f, difference .4f"
      }
    },
    {
      "if": "$thin", "and": "$area", "encoding": {"color": {"value": "$blue"}},
      "transform": [{"calculate": "$upper(0, datum.difference)", "as": "part"}]
    },
    {
      "if": "$thin", "and": "$area", "encoding": {"color": {"value": "$orange"}},
      "transform": [{"calculate": "$under(0, datum.difference)", "as": "part"}]
    },
    {
      "data": {"values": [{"mean": 0}]}, "mark": {"type": "rule", "color": "$soft"},
      "encoding": {"y": {"field": "mean"}}
    },
    {
      "data": {"values": [{"mean": "$mean_difference"}]},
      "mark": {"type": "rule", "strokeDash": [4, 3], "color": "$ink"}, "encoding": {"y": {"field": "mean"}}
    }
  ]
}
*/
