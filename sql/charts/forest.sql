/*
name     = "forest"
about    = "One row per measure and two runs compared; a pair is the way round that it is in the first measure."
shows    = "The difference of every two runs that were compared, with its interval; one panel per measure, up to four."
of       = "compare"
tables   = { comparisons = ["run", "other", "difference", "significant"] }
lines    = ["run", "other"]
panel    = "metric"
heading  = "$compared in $panels"
subtitle = """
Lines: $level confidence intervals; filled: significant once corrected, blue where the first is better, orange where it
is worse$left_out"""
arguments.alpha = { default = 0.05, about = "the level at which runs were compared, which the chart says." }
*/
with pairs as (
    select *, rowid as line, min(rowid) over (partition by metric) as metric_place
    from comparisons
    qualify test = arg_min(test, rowid) over (partition by metric)
), turned as (
    select pairs.* replace (
        case when first_pairs.run is null then pairs.run else pairs.other end as run,
        case when first_pairs.run is null then pairs.other else pairs.run end as other,
        case when first_pairs.run is null then difference else -difference end as difference,
        case when first_pairs.run is null then lower else -upper end as lower,
        case when first_pairs.run is null then upper else -lower end as upper
    )
    from pairs
    left join (select distinct run, other from pairs where metric_place = (select min(line) from pairs)) as first_pairs
        on first_pairs.run = pairs.other and first_pairs.other = pairs.run
)
select
    *,
    case
        when not significant then 'neither'
        when (difference > 0) = (better = 'higher') then 'run'
        else 'other'
    end as beats,
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
    case when list_contains($geometric::varchar[], metric) then 'log ratio of' else 'difference in' end as contrast,
    printf('%g%%', 100 * (1 - $alpha)) as level
from turned
order by metric_place asc, round(difference, 12) desc, line asc
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
        {"and": "$interval", "encoding": {"x": {"title": "$contrast mean $metric$worse", "axis": "$signed"}}},
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
