/*
name     = "suite"
about    = "Two rows per run with all collections, the best by Borda rank first: mean rank and mean, with intervals."
shows    = """
The runs of a suite by Borda rank, with the intervals of their mean ranks and of their means over collections. Behind
the mean ranks is how far they are not told apart from the best one, by Nemenyi's critical difference.
"""
of       = "suite"
tables.tests = ["metric", "collections", "critical_difference", "confidence"]
tables.leaderboard = [
    "metric", "run", "borda", "macro_mean", "mean_lower", "mean_upper", "mean_rank", "rank_lower", "rank_upper",
]
lines    = "run"
colored  = true
panel    = "panel"
empty    = "no run has all collections, so there is nothing to draw"
heading  = "Runs over $collections by $metric"
subtitle = "By Borda rank; lines: $level bootstrap intervals$band"
*/
with ranked as (select *, rowid as number from leaderboard where metric = $metric and borda is not null)

select
    *,
    {{ domain_of(
        "min(least(value, lower, upper)) over (partition by panel)",
        "max(greatest(value, lower, upper)) over (partition by panel)",
        0.04, 0.05
    ) | indent(4) }} as limits,
    min(value) over (partition by panel) as best,
    least(like_best, limits[2]) as band_end,
    case when panel = 'rank' then 'mean rank (1 is the best)' else 'mean over the collections' end as title,
    case when max(like_best) over () is null then '' else '; band: not told apart from the best (Nemenyi)' end as band
from
    (
        select number, 'rank' as panel, run, borda, mean_rank as value, rank_lower as lower, rank_upper as upper
        from ranked
        union all
        select number, 'mean', run, borda, macro_mean, mean_lower, mean_upper
        from ranked
    )
left join
    (
        select
            'rank' as panel,
            min(mean_rank) + (select max(critical_difference) from tests where metric = $metric) as like_best
        from ranked
    )
    using (panel)
cross join
    (
        select {{ times("collections", "collection") }} as collections, {{ percent("confidence") }} as level
        from tests
        where metric = $metric
    )
order by panel desc, number asc
/*
{
  "parts": {"value": {"title": "$title", "scale": {"domain": "$limits", "nice": false}}},
  "layer": [
    {
      "if": "$like_best",
      "data": {"values": [{"best": "$best", "band_end": "$band_end"}]},
      "mark": {"type": "rect", "color": "$grid", "opacity": 0.8},
      "encoding": {
        "x": {"and": "$value", "field": "best", "type": "quantitative", "axis": "$axis"},
        "x2": {"field": "band_end"}
      }
    },
    {
      "encoding": {"and": "$by_run", "tooltip": "run, borda, value .4f, lower .4f, upper .4f"},
      "layer": [
        {"and": "$interval", "encoding": {"x": {"and": "$value", "axis": "$axis"}}},
        {"mark": "$dot", "encoding": {"x": {"and": "$value", "field": "value"}}}
      ]
    }
  ]
}
*/
