/*
name     = "history"
about    = "One row per evaluation and run, the oldest first: the value; `fall` is it if one before was better."
shows    = "Lines of a measure over evaluations, the oldest first, with a cross where a run is worse than one before."
of       = "log"
lines    = "line"
colored  = true
short    = { x = 14 }
layout   = "lines"
heading  = "$metric over $evaluations"
subtitle = "$whose$crosses"
tables.log         = ["evaluation", "evaluated_at", "label", "git_commit", "metric", "run", "value"]
tables.regressions = ["metric", "evaluation", "run", "against", "regression"]
arguments.by_run = { default = false, about = """
whether each run has a line of its own, where evalsql.log was asked for runs; else there is one, of the best run of each
evaluation.""" }
*/
with fallen as (
    select evaluation, run, string_agg(against, ', ' order by rowid asc) as against
    from regressions
    where regression and metric = $metric
    group by all
), texts as (
    select
        evaluation,
        count(*) over () as number,
        case
            when count(distinct label) over () = number then label
            else evaluation || coalesce(' ' || label, '')
        end as x
    from (select distinct evaluation, label from log where metric = $metric and value is not null)
)

select
    * replace (left(git_commit, 7) as git_commit),
    case when $by_run then run else 'the best run' end as line,
    value as y,
    case when against is not null then value end as fall,
    last_value(-value) over (
        partition by line order by log.evaluation asc, run asc
        rows between unbounded preceding and unbounded following
    ) as line_place,
    {{ domain_of("min(value) over ()", "max(value) over ()", 0.05) | indent(4) }} as domain,
    count(fall) over () > 0 as marked,
    case when marked then '; crosses: worse than one before' else '' end as crosses,
    case when $by_run then 'Each run' else 'The best run of each' end as whose,
    {{ times("number", "evaluation") }} as evaluations,
    case when max(least(length(x), 14)) over () * 6.5 > $pixels / number then -90 else 0 end as angle
from log
join texts using (evaluation)
left join fallen using (evaluation, run)
where metric = $metric and value is not null
order by log.evaluation asc, run asc
/*
{
  "encoding": {
    "x": {
      "and": "$steps", "field": "x_name", "title": "evaluation",
      "axis": {"labelAngle": "$angle", "grid": false, "labelOverlap": true}
    },
    "y": {"field": "y", "title": "$metric", "scale": "$within"},
    "tooltip": "run, evaluated_at, git_commit, y .4f, against"
  },
  "layer": [
    "$curves",
    {
      "if": "$marked", "transform": [{"filter": "isValid(datum.fall)"}],
      "mark": {
        "type": "point", "shape": "cross", "angle": 45, "filled": true, "size": 110, "opacity": 1, "color": "$orange",
        "stroke": "$paper"
      },
      "encoding": {"y": {"field": "fall"}}
    }
  ]
}
*/
