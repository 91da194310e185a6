/*
name     = "sweep"
about    = "One row per value of the parameter and run, in the order of the values: the run's mean and place there."
shows    = "Lines of the runs' places, or of their means, over the values of a parameter."
of       = "sweep"
tables   = { sweep = ["measure", "value", "run", "mean", "place", "tau"] }
lines    = "line"
colored  = true
layout   = "lines"
heading  = "$what of runs by $measure over $over"
subtitle = "$runs, $values$least"
arguments.over = { default = "parameter", about = "what the parameter is called." }
arguments.show = { default = "places", one_of = ["places", "scores"], about = "places or scores." }
*/
with
    numbered as (
        select
            value,
            try_cast(value as double) as amount,
            row_number() over (order by min(rowid) asc) as number,
            min(tau) as tau
        from sweep
        group by value
    ),
    axis as (
        select
            list(amount order by number asc) as amounts,
            count(*) as steps,
            max_by(value, number) as last,
            count(amount) < steps or amounts <> list_sort(amounts) as even,
            not even and steps <= 12 as few,
            case when amounts[1] > 0 and log10(amounts[-1] / amounts[1]) >= 2 then 'log' else 'linear' end as kind,
            coalesce(
                '; least tau-b with ' || $over || '=' || min_by(value, number) || ': '
                    || {{ decimals("min(tau)", 2) }} || ' at ' || arg_min(value, tau),
                ''
            ) as least
        from numbered
    ),
    placed as (select run, sweep.place as line_place from sweep join axis on sweep.value = axis.last)

select
    * exclude (measure, line_place),
    run as line,
    sweep.value as x,
    $show = 'places' as by_place,
    case when by_place then -place else mean end as y,
    coalesce(line_place, 'inf'::double) as line_place,
    regexp_replace(measure, '[(].*[)]', '') as measure,
    amounts[1] as lowest,
    amounts[-1] as highest,
    count(distinct run) over () as all_runs,
    {{ domain_of("min(mean) over ()", "max(mean) over ()", 0.05) | indent(4) }} as means,
    case when by_place then [-all_runs - 0.5, -0.5] else means end as domain,
    least(all_runs, 12) as ticks,
    case when by_place then 'Places' else 'Means' end as what,
    {{ times("count(distinct run) over ()", "run") }} as runs,
    {{ times("steps", "value") }} as values
from sweep
join numbered using (value)
cross join axis
left join placed using (run)
order by numbered.number asc, placed.line_place asc nulls last, run asc
/*
{
  "parts": {
    "amount": {
      "field": "amount", "title": "$over",
      "scale": {"type": "$kind", "domain": ["$lowest", "$highest"], "nice": false},
      "axis": {"format": ".6~g", "grid": false, "labelSeparation": 4}
    }
  },
  "encoding": {
    "x": {
      "first": [
        {"if": "$even", "and": "$steps", "field": "x", "title": "$over", "axis": {"labelAngle": 0}},
        {"if": "$few", "and": "$amount", "axis": {"values": "$amounts"}},
        "$amount"
      ]
    },
    "y": {
      "first": [
        {
          "if": "$by_place", "field": "y", "title": "place (1 is the best)", "scale": "$within",
          "axis": {"labelExpr": "format(-datum.value, 'd')", "tickMinStep": 1, "tickCount": "$ticks", "grid": false}
        },
        {"field": "y", "title": "mean $measure", "scale": "$within"}
      ]
    },
    "tooltip": "line, value, mean .4f, place"
  },
  "layer": ["$curves"]
}
*/
