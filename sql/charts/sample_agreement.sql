/*
name     = "sample_agreement"
about    = "One row per measure and value of tau-b between the orderings by a sample and by all: how many samples."
shows    = "Kendall's tau-b of the samples' orderings of the runs with that by all, one row per measure, and a mean."
of       = "subsample"
tables   = { samples = ["metric", "sample", "tau", "runs"] }
lines    = "metric"
span     = ["tau"]
heading  = "How alike the ordering of runs stays on samples"
subtitle = "$some_runs, $some_samples; circles: by how many; diamonds: means"
*/
select
    metric,
    round(tau, 12) as tau,
    count(*) as samples,
    sum(sum(tau::decimal(38, 18) order by tau asc)::decimal(38, 18)) over (partition by metric)::double
        / sum(count(*)::bigint) over (partition by metric) as mean_tau,
    {{ times("max(max(runs)) over ()", "run") }} as some_runs,
    {{ times("sum(count(*)::bigint) over (partition by metric)", "sample") }} as some_samples
from samples
where tau is not null
group by metric, round(tau, 12)
order by min(min(rowid)) over (partition by metric) asc, tau asc
/*
{
  "height": {"step": 24}, "encoding": {"y": "$lines"},
  "layer": [
    {
      "mark": {"type": "circle", "color": "$blue", "opacity": 0.6},
      "encoding": {
        "x": {"field": "tau", "title": "Kendall's tau-b with the ordering by all", "scale": "$scale", "axis": "$axis"},
        "size": {"field": "samples", "scale": {"domainMin": 0, "range": [0, 160]}, "legend": null},
        "tooltip": "metric, samples, tau .4f"
      }
    },
    {
      "transform": [
        {"aggregate": [{"op": "min", "field": "mean_tau", "as": "mean_tau"}], "groupby": ["name", "metric"]}
      ],
      "mark": {"type": "point", "filled": true, "shape": "diamond", "color": "$orange", "size": 50, "opacity": 1},
      "encoding": {"x": {"field": "mean_tau"}, "tooltip": "metric, mean_tau .4f"}
    }
  ]
}
*/
