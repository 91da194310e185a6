/*
name     = "pool_shift"
about    = "One row per run, the best by all judgments first: its score by these, and by those of the other pool."
shows    = "How far the score of each run moves when it is scored by other judgments, with its name at the left."
of       = "pool"
tables   = { runs = ["metric", "run", "score", "pooled", "difference", "place", "pooled_place"] }
lines    = "run"
colored  = true
span     = ["score", "pooled"]
heading  = "How far $metric moves with the judgments"
subtitle = "Filled: by all judgments; open: by those of $other"
arguments.other = { default = "the pool", about = "what the other judgments are called." }
*/
from runs
where metric = $metric
order by place asc nulls last, run asc
/*
{
  "encoding": {"and": "$by_run", "tooltip": "run, score .4f, pooled .4f, difference .4f, place, pooled_place"},
  "layer": [
    {
      "mark": {"type": "rule", "strokeWidth": 1.5},
      "encoding": {
        "x": {"field": "score", "title": "mean $metric", "scale": {"and": "$scale", "padding": 6}},
        "x2": {"field": "pooled"}
      }
    },
    {"mark": {"type": "point", "filled": true, "size": 36, "opacity": 1}, "encoding": {"x": {"field": "score"}}},
    {
      "mark": {"type": "point", "fill": "$paper", "size": 30, "opacity": 1, "strokeWidth": 1.5},
      "encoding": {"x": {"field": "pooled"}}
    }
  ]
}
*/
