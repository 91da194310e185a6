/*
name     = "difficulty"
about    = "One row per query, the hardest first: the mean of the runs on it, and their lowest and highest scores."
shows    = "The mean of the runs on every query, the hardest first, with the range of their scores."
of       = "analyse_queries"
short    = { query_id = 12 }
heading  = "How hard $are by $metric"
subtitle = "Points: the mean of $span runs; lines: from the lowest to the highest score$some"
tables.queries = ["metric", "query_id", "place", "runs", "mean", "median", "deviation", "lowest", "highest", "best_run"]
*/
with whole as (
    select count(*) as number, ceil(number / $pixels)::integer as every from queries where metric = $metric
)

select
    *,
    {{ times("number", "query") }} || case when number = 1 then ' is' else ' are' end as are,
    {{ span("runs") }} as span,
    case when every > 1 then '; one in ' || every || ' queries is drawn' else '' end as some,
    ($pixels - 60) / number >= 9 as named,
    number + 1 as last,
    greatest(least(300 / number, 4), case when every > 1 then 1 else 0.7 end) as thickness,
    greatest(least(1200 / number, 30), 4) as size
from queries
cross join whole
where metric = $metric
qualify (row_number() over (order by place asc) - 1) % every = 0
order by place asc
/*
{
  "height": 220,
  "encoding": {
    "x": {
      "first": [
        {
          "if": "$named", "field": "query_id_name", "sort": null, "title": "queries, the hardest first",
          "axis": {"labelAngle": -90, "labelOverlap": false, "ticks": false, "grid": false}
        },
        {
          "field": "place", "title": "queries, the hardest first", "scale": {"nice": false, "domain": [0, "$last"]},
          "axis": {"grid": false, "tickMinStep": 1}
        }
      ]
    },
    "tooltip": "query_id, mean .4f, median .4f, deviation .4f, lowest .4f, highest .4f, best_run"
  },
  "layer": [
    {
      "mark": {"type": "rule", "color": "$gray", "strokeWidth": "$thickness"},
      "encoding": {"y": {"field": "lowest", "title": "$metric", "scale": {"zero": true}}, "y2": {"field": "highest"}}
    },
    {
      "mark": {"type": "point", "filled": true, "color": "$blue", "size": "$size", "opacity": 1},
      "encoding": {"y": {"field": "mean"}}
    }
  ]
}
*/
