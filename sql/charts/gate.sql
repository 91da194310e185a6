/*
name     = "gate"
about    = "One row per rule, measure and slice: what is held against the bound, its interval, and the bounds."
shows    = "Each rule with what it looks at, the interval of that, and the bound; shape and color say the verdict."
of       = "gate"
lines    = "rule_of"
panel    = "panel"
layout   = "stacked"
heading  = "$title"
subtitle = "$verdicts; lines: confidence intervals; upright marks: the bounds"
tables.gate = [
    "metric", "attribute", "slice", "rule", "verdict", "queries", "mean", "difference", "lower", "upper", "value",
    "bound", "better", "reason",
]
arguments.title = { default = "The rules of the gate", about = "of the picture; which runs were compared." }
*/
with
    held as (
        select
            *,
            rowid as number,
            case when better = 'lower' then -1 else 1 end as sign,
            case
                when rule in ('at_least', 'worst_loss', 'losing') then rule
                when list_contains($geometric::varchar[], metric) then 'percent'
                else 'difference'
            end as panel,
            case
                when panel in ('difference', 'percent') then difference
                when rule = 'at_least' then mean
                else value
            end as held,
            case rule
                when 'better' then 0
                when 'non_inferior' then -sign * bound
                when 'unchanged' then -bound
                else bound
            end as limit_one,
            case when rule = 'unchanged' then bound end as limit_two
        from gate
    ),

    measured as (
        select * replace (
            {%- for column in ("held", "lower", "upper", "limit_one", "limit_two") %}
            case when panel = 'percent' then 100 * (exp({{ column }}) - 1) else {{ column }} end as {{ column }}
            {{- "," if not loop.last }}
            {%- endfor %}
        )
        from held
    )

select
    *,
    metric || coalesce(', ' || attribute || ': ' || slice, '') as rule_of,
    case
        when count(distinct rule) over (partition by panel) > 1
            then ' (' || case rule when 'non_inferior' then 'no loss' else rule end || ')'
        else ''
    end as behind,
    case panel
        when 'difference' then 'difference of means, new minus baseline'
        when 'percent' then 'change of the geometric mean, %'
        when 'at_least' then 'mean of the new run'
        when 'worst_loss' then 'largest loss of one query'
        else 'share of the queries that lose'
    end as axis_title,
    min(least(held, lower, upper, limit_one, limit_two, 0)) over (partition by panel) as low,
    max(greatest(held, lower, upper, limit_one, limit_two, 0)) over (partition by panel) as high,
    case when high > low then (high - low) * 0.06 else 0.01 end as edge,
    [low - case when low < 0 then edge else 0 end, high + edge] as domain,
    case when panel = 'losing' then '~p' else '' end as format,
    greatest(2, $pixels * 0.7 // 55) as ticks,
    count(lower) over (partition by panel) > 0 as intervals,
    case
        when bool_or(verdict = 'fail') over () then 'A rule fails'
        when bool_or(verdict = 'cannot tell') over () then 'Some rules are inconclusive'
        else 'Every rule passes'
    end as verdicts
from measured
order by min(number) over (partition by panel) asc, number asc
/*
{
  "parts": {
    "verdict": {
      "field": "verdict", "scale": {"domain": ["pass", "cannot tell", "fail"]},
      "legend": {"title": null, "orient": "bottom", "symbolSize": 60}
    },
    "bound": {"type": "tick", "color": "$ink", "thickness": 1.5, "height": 20}
  },
  "height": {"step": 20},
  "encoding": {
    "x": {
      "field": "held", "title": "$axis_title", "scale": {"domain": "$domain", "nice": false},
      "axis": {"format": "$format", "tickCount": "$ticks"}
    }
  },
  "layer": [
    {"data": {"values": [{"held": 0}]}, "mark": {"type": "rule", "color": "$soft", "strokeWidth": 0.8}},
    {
      "encoding": {
        "y": {
          "field": "name", "sort": null, "title": null,
          "axis": {"ticks": false, "domain": false, "labelLimit": 400, "minExtent": "$left", "maxExtent": "$left"}
        },
        "tooltip": "metric, rule, verdict, reason, queries, held .4f, lower .4f, upper .4f"
      },
      "layer": [
        {
          "transform": [{"filter": "isValid(datum.limit_one)"}], "mark": "$bound",
          "encoding": {"x": {"field": "limit_one"}}
        },
        {
          "transform": [{"filter": "isValid(datum.limit_two)"}], "mark": "$bound",
          "encoding": {"x": {"field": "limit_two"}}
        },
        {
          "if": "$intervals", "mark": {"type": "rule", "strokeWidth": 2},
          "encoding": {
            "x": {"field": "lower"}, "x2": {"field": "upper"},
            "color": {"and": "$verdict", "scale": {"range": ["$blue", "$amber", "$orange"]}}
          }
        },
        {
          "mark": {"type": "point", "filled": true, "size": 70, "opacity": 1},
          "encoding": {
            "color": {"and": "$verdict", "scale": {"range": ["$blue", "$amber", "$orange"]}},
            "shape": {"and": "$verdict", "scale": {"range": ["circle", "diamond", "cross"]}}
          }
        }
      ]
    }
  ]
}
*/
