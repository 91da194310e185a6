/*
name  = "forest"
about = """
One row per measure and two runs that were compared, the largest difference first: the difference of their means, its
interval, and whether it is significant once corrected, by the first test. In every measure a pair is the way round that
it is in the first one.
"""
shows    = "The difference of every two runs that were compared, with its interval; a panel a measure, of four at most."
of       = "compare"
tables   = { comparisons = ["run", "other", "difference", "significant"] }
lines    = ["run", "other"]
panel    = "metric"
heading  = "$compared in $panels"
subtitle = """
Lines: $level confidence intervals; filled: significant once corrected, blue where the first is better, orange where it
is worse$left_out"""

[arguments]
alpha = { default = 0.05, about = "the level at which runs were compared, which the chart says." }
*/
with told as (
    select rowid as line, comparisons.* from comparisons
), first_test as (
    select metric, min(line) as metric_place, arg_min(test, line) as test from told group by metric
), pairs as (
    select *
    from told
    join first_test using (metric, test)
), turned as (
    select pairs.*, first_pairs.run is not null as turned
    from pairs
    left join (select distinct run, other from pairs where metric_place = (select min(line) from told)) as first_pairs
        on first_pairs.run = pairs.other and first_pairs.other = pairs.run
)
select
    metric,
    metric_place,
    run,
    other,
    queries,
    case when turned then -difference else difference end as difference,
    case when turned then -upper else lower end as lower,
    case when turned then -lower else upper end as upper,
    p_corrected,
    significant,
    case
        when not significant then 'neither'
        when ((difference > 0) = (better = 'higher')) <> turned then 'run'
        else 'other'
    end as beats,
    better,
    case
        when count(distinct other) over () = 1 then 'Differences from ' || {{ without_middle("other") }}
        when count(distinct run) over () = 1 then {{ without_middle("run") }} || ' minus each other run'
        else 'Differences of runs'
    end as compared,
    case
        when count(distinct (run, other)) over () > 200
            then 'there are ' || {{ times("count(distinct (run, other)) over ()", "pair") }}
                || ' of runs, and the chart has room for 200; compare them with a baseline, or draw their significance'
                || ' as a matrix'
    end as refusal,
    case when better = 'lower' then ', lower is better' else '' end as worse,
    printf('%g%%', 100 * (1 - $alpha)) as level
from (select * replace (case
    when turned then other
    else run
end as run, case when turned then run else other end as other) from turned)
order by metric_place asc, round(case when turned then -difference else difference end, 12) desc, line asc
/*
{
  "layer": [
    {
      "data": {"values": [{"zero": 0}]}, "mark": {"type": "rule", "color": "$soft"},
      "encoding": {"x": {"field": "zero", "type": "quantitative"}}
    },
    {
      "encoding": {
        "y": "$lines", "color": {"field": "beats", "scale": "$sides", "legend": null},
        "tooltip": "run, other, queries, difference .4f, lower .4f, upper .4f, p_corrected .4f"
      },
      "layer": [
        {
          "mark": {"type": "rule", "strokeWidth": 1.5},
          "encoding": {
            "x": {"field": "lower", "title": "$difference_in mean $metric$worse", "axis": "$signed"},
            "x2": {"field": "upper"}
          }
        },
        {
          "mark": {"type": "point", "size": 32, "opacity": 1, "fillOpacity": 1, "strokeWidth": 1.25},
          "encoding": {
            "x": {"field": "difference"},
            "fill": {
              "condition": {"test": "datum.significant", "field": "beats", "scale": "$sides", "legend": null},
              "value": "$paper"
            },
            "stroke": {"field": "beats", "scale": "$sides", "legend": null}
          }
        }
      ]
    }
  ]
}
*/
