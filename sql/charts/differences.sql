/*
name  = "differences"
about = """
One row per query that two runs have a value for, of the first measure, by how far $run is above $other there, and the
mean of that. `ahead` is the one whose value is the better one, null where they are alike to 12 decimals. Where bars
would be too thin, there are as many queries as pixels.
"""
shows    = "By how much a run is above another on each query, the largest difference first, and the mean difference."
of       = "evaluate"
short    = { run = 32, other = 32, query_id = 16 }
empty    = "$run and $other have no query in common"
heading  = "$run_name and $other_name: differences in $metric by query"
subtitle = """
$run_name is better on $better, $other_name on $worse of $queries$same$lower; dashes: the mean of $differences,
$mean$extremes"""

[arguments]
run   = { among = "run", about = "the one." }
other = { among = "run", about = "the one that it is compared with." }
*/
with met as (
    select
        metric,
        query_id,
        one.value,
        two.value as other_value,
        one.value - two.value as difference,
        asked.sign,
        row_number() over (order by round(difference, 12) desc, query_id asc) as place
    from scores as one
    join scores as two using (metric, query_id)
    join asked using (metric)
    where one.run = $run and two.run = $other and one.value is not null and two.value is not null
    qualify asked.place = min(asked.place) over ()
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
    metric,
    $run as run,
    $other as other,
    query_id,
    place,
    value,
    other_value,
    difference,
    case sign(round(difference, 12)) * sign when 1 then $run when -1 then $other end as ahead,
    case ahead when $run then 'run' when $other then 'other' else 'neither' end as side,
    mean_difference,
    {{ won_and_lost("1") | indent(4) }},
    {{ times("number", "difference") }} as differences,
    format('{:+.4f}', mean_difference) as mean,
    case
        when named or number <= 4 then ''
        else '; from ' || array_to_string(texts[:2], ', ') || ' to ' || array_to_string(texts[-2:], ', ')
    end as extremes,
    concat(metric, ': ', {{ without_middle("$run") }}, ' - ', {{ without_middle("$other") }}) as title,
    {{ text_width("title") | indent(4) }} > 240 as long,
    bars,
    not bars as thin,
    named,
    case when named then null else 'queries' end as below,
    least(10, greatest(step - 1.5, 1)) as letters,
    number,
    case when sign < 0 then 'min' else 'max' end as upper,
    case when sign < 0 then 'max' else 'min' end as under,
    case when $run = $other then 'the chart is of two runs, and ' || $run || ' is named twice' else null end as refusal
from met
cross join whole
qualify bars or (place - 1) % ceil(number / $pixels) = 0
order by place asc
/*
{
  "height": 240,
  "encoding": {
    "y": {
      "first": [
        {
          "if": "$long", "field": "difference", "title": ["$metric: $run_name", "- $other_name"],
          "axis": {"tickCount": 6, "labelExpr": "$sign_of"}
        },
        {
          "field": "difference", "title": "$metric: $run_name - $other_name",
          "axis": {"tickCount": 6, "labelExpr": "$sign_of"}
        }
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
      "if": "$thin", "mark": {"type": "area", "interpolate": "step"},
      "transform": [{"calculate": "$upper(0, datum.difference)", "as": "part"}],
      "encoding": {
        "x": {
          "field": "place", "title": "queries, by their difference", "scale": {"nice": false, "domain": [1, "$number"]}
        },
        "y": {"field": "part"}, "color": {"value": "$blue"}
      }
    },
    {
      "if": "$thin", "mark": {"type": "area", "interpolate": "step"},
      "transform": [{"calculate": "$under(0, datum.difference)", "as": "part"}],
      "encoding": {
        "x": {
          "field": "place", "title": "queries, by their difference", "scale": {"nice": false, "domain": [1, "$number"]}
        },
        "y": {"field": "part"}, "color": {"value": "$orange"}
      }
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
