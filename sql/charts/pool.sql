/*
name     = "pool"
about    = "One row per depth of the pool and run: the score there, and last, if the depth is null, by all judgments."
shows    = "Lines of the runs' scores over the depth of the pool, to those by all judgments."
of       = "pool"
lines    = "line"
colored  = true
layout   = "lines"
heading  = "$metric by judgments from pools of different depth"
subtitle = "Below each depth: Kendall's tau-b of the ordering of the runs with that by all judgments"
tables.runs    = ["metric", "depth", "run", "score", "pooled", "place"]
tables.summary = ["metric", "depth", "judged", "tau"]
*/
with of_runs as (select run, depth, score, pooled, place from runs where metric = $metric)

select
    *,
    $metric as metric,
    run as line,
    coalesce(depth || '|' || coalesce({{ decimals("tau", 2) }}, ''), 'all') as x,
    value as y,
    {{ domain_of("min(value) over ()", "max(value) over ()", 0.05) | indent(4) }} as domain,
    case when count(depth) over () = 0 then 'there is no depth of a pool to draw; give evalsql.pool several' end
        as refusal
from
    (
        select depth, judged, tau, run, place, pooled as value
        from of_runs
        join (select depth, judged, tau from summary where metric = $metric) using (depth)
        union all
        select distinct null, null, null, run, place, score
        from of_runs
    )
order by place asc nulls last, run asc, depth asc nulls last
/*
{
  "encoding": {
    "x": {
      "and": "$steps", "field": "x", "title": "depth of the pool, and tau",
      "axis": {"labelAngle": 0, "labelExpr": "split(datum.label, '|')", "grid": false}
    },
    "y": {"field": "y", "title": "mean $metric", "scale": "$within"},
    "tooltip": "line, depth, judged, y .4f"
  },
  "layer": ["$curves"]
}
*/
