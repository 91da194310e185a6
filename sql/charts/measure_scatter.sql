/*
name     = "measure_scatter"
about    = "One row per run that two measures have a mean for: its mean by each, and tau-b between the orderings."
shows    = """
A scatter of the runs' means by two measures, the first two if none is named, with the names of runs if they do
not cover each other.
"""
of       = "evaluate"
lines    = "run"
colored  = true
short    = { run = 26 }
layout   = "names"
heading  = "Runs by $metric and by $other"
subtitle = "$runs$agree$unnamed"
*/
select
    orderings.*,
    one.mean,
    two.mean as other_mean,
    {{ domain_of("min(one.mean) over ()", "max(one.mean) over ()", 0.06, "abs(ends.high) * 0.06") | indent(4) }}
        as domain,
    {{ domain_of("min(two.mean) over ()", "max(two.mean) over ()", 0.06, "abs(ends.high) * 0.06") | indent(4) }}
        as other_domain,
    {{ times("count(*) over ()", "run") }} as runs,
    coalesce('; Kendall''s tau-b between the two orderings ' || {{ decimals("tau.value", 2) }}, '') as agree
from orderings
join asked as first on first.metric = orderings.metric and first.place = 1
join asked as second on second.metric = orderings.other and second.place = 2
join standings as one on one.metric = orderings.metric and one.run = orderings.run
join standings as two on two.metric = orderings.other and two.run = orderings.run
left join ({{ tau }}) as tau on tau.metric = orderings.metric and tau.other = orderings.other
where orderings.forward
order by orderings.rank asc, orderings.run asc
/*
{
  "encoding": {
    "x": {"field": "mean", "title": "mean $metric", "scale": {"domain": "$domain", "nice": false}},
    "y": {"field": "other_mean", "title": "mean $other", "scale": {"domain": "$other_domain", "nice": false}},
    "tooltip": "run, mean .4f, other_mean .4f"
  },
  "layer": [
    {
      "mark": {"type": "point", "filled": true, "size": 34, "opacity": 0.9},
      "encoding": {"color": {"field": "color", "scale": null}}
    },
    "$texts"
  ]
}
*/
