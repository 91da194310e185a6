/*
name     = "significance_levels"
about    = "One row per measure, test and pair, the highest p-value first; at place 0 the first step begins."
shows    = """
The p-values of all pairs of runs, highest first, one line per measure (Sakai, SIGIR 2006, figures 1 and 2). The earlier
a line falls below alpha, the more pairs the measure distinguishes.
"""
of       = 'discriminate(method="levels")'
tables   = { levels = ["metric", "test", "place", "run", "other", "p_value"] }
lines    = "line"
heading  = "How well measures distinguish runs"
subtitle = "$some_pairs of runs, $tests; in brackets the share below $level (the dashed line)"
arguments.alpha = { default = 0.05, about = "the level that is marked." }
arguments.log   = { default = false, about = """
whether p-values are on an axis of logarithms, from 0.0001; else from 0 to 0.1.""" }
*/
with shares as (
    select metric, test, count(*) as pairs, count(*) filter (p_value < $alpha) / count(*) as share
    from levels
    group by all
), about as (
    select
        count(*) as number,
        count(distinct test) > 1 as several,
        string_agg(distinct replace(test, '_', ' '), ' and ' order by replace(test, '_', ' ') asc) || case
            when several then ' tests'
            else ' test'
        end as tests,
        max(pairs) as most
    from shares
), stepped as (
    from levels
    union all
    select * replace (0 as place) from levels where place = 1
)

select
    *,
    metric || case when several then ', ' || replace(test, '_', ' ') else '' end as line,
    ' (' || {{ percent("share") }} || ')' as behind,
    {{ times("most", "pair") }} as some_pairs,
    format('{:.12g}', $alpha::double) as level,
    $log as by_log,
    greatest(0.1, 2 * $alpha) as top,
    least(most, greatest(2, ($pixels - 50) // 55)) as ticks,
    round(least($pixels * 0.6, 380)) as height,
    case
        when not ($alpha > 0 and $alpha < 1) then 'alpha must be above 0 and below 1, not ' || level
        when number > 12 then number || ' lines are too many for a picture; name at most 12 measures'
    end as refusal
from stepped
join shares using (metric, test)
cross join about
where stepped.place % ceil(most / 2000) = 0 or stepped.place in (1, pairs)
order by share desc, metric asc, test asc, stepped.place asc
/*
{
  "parts": {
    "level": {"field": "p_value", "title": "achieved significance level (p)", "axis": {"format": "~g"}},
    "line": {"field": "name", "scale": {"domain": "$names"}, "legend": {"and": "$legend", "symbolStrokeWidth": 2}}
  },
  "encoding": {
    "y": {
      "first": [
        {
          "if": "$by_log", "and": "$level", "scale": {"type": "log", "domain": [0.0001, 1], "clamp": true},
          "axis": {"values": [1, 0.1, 0.05, 0.01, 0.001, 0.0001]}
        },
        {"and": "$level", "scale": {"domain": [0, "$top"], "nice": false}}
      ]
    }
  },
  "layer": [
    {"data": {"values": [{"p_value": "$alpha"}]}, "mark": {"type": "rule", "color": "$soft", "strokeDash": [3, 3]}},
    {
      "mark": {"type": "line", "strokeWidth": 1.6, "clip": true, "interpolate": "step-before"},
      "encoding": {
        "x": {
          "field": "place", "title": "pairs of runs, by falling p", "scale": {"domain": [0, "$most"], "nice": false},
          "axis": {"grid": false, "format": "~d", "tickMinStep": 1, "tickCount": "$ticks"}
        },
        "color": {"and": "$line", "scale": {"range": "$palette"}},
        "strokeDash": {"and": "$line", "scale": {"range": "$dashes"}},
        "tooltip": "metric, test, run, other, p_value .4f"
      }
    }
  ]
}
*/
