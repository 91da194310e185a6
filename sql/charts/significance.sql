/*
name     = "significance"
about    = "One row per two runs, each pair both ways: how far the one is above the other, and if that is significant."
shows    = """
A matrix of runs, the best first: the difference of the means of each two, and marks for what is significant. Of
comparisons of every run with every other.
"""
of       = "compare"
tables   = { comparisons = ["run", "other", "difference", "significant"] }
lines    = "run"
layout   = "matrix"
heading  = "Every two runs: $differences mean $metric$worse"
subtitle = "Row minus column; $marked"
arguments.alpha = { default = 0.05, about = "the level at which runs were compared, which the chart says." }
*/
with told as (
    select *
    from comparisons
    where metric = $metric and test = (select arg_min(test, rowid) from comparisons where metric = $metric)
), pairs as (
    select run, other, mean, difference, p_corrected, significant, better, queries from told
    union all
    select other, run, other_mean, -difference, p_corrected, significant, better, queries from told
), placed as (
    select
        run,
        row_number() over (
            order by round(max(case when better = 'lower' then -mean else mean end), 12) desc, run asc
        ) as place
    from pairs
    group by run
), counted as (select count(*) as runs, runs * (runs - 1) as cells from placed)
select
    pairs.*,
    $metric as metric,
    case when better = 'lower' then -difference else difference end as gain,
    coalesce(nullif(max(abs(difference)) over (), 0), 1) as most,
    [-most, 0, most] as spread,
    abs(difference) > 0.8 * most as strong,
    regexp_replace(format('{:+.2f}', difference), '^([+-])0[.]', '\1.') as number,
    case when significant then '•' else '' end as dot,
    case when better = 'lower' then ' (lower is better)' else '' end as worse,
    case when $summary = 'geometric' then 'log ratios of' else 'differences in' end as differences,
    format('{:.12g}', $alpha::double) as level,
    case
        when count(*) over () < cells
            then 'the matrix is of every run with every other; compare them without a baseline'
        when runs < 3
            then 'a matrix takes 3 runs or more, and there are ' || runs || '; draw their differences'
        when runs > 60
            then 'a matrix of ' || runs || ' runs is too fine to be read; choose 60 of them, or name a baseline'
    end as refusal
from pairs
cross join counted
join placed as one using (run)
join placed as two on two.run = pairs.other
order by one.place asc, two.place asc
/*
{
  "parts": {
    "runs": {
      "sort": "$names", "title": null,
      "axis": {"labelFontSize": "$size", "ticks": false, "domain": false, "labelLimit": 400}
    },
    "text": {"mark": {"type": "text", "fontSize": "$letters"}, "encoding": {"text": {"field": "mark"}}}
  },
  "height": {"step": "$step"},
  "encoding": {
    "x": {"and": "$runs", "field": "other_name", "axis": {"labelAngle": -90}},
    "y": {"and": "$runs", "field": "name"},
    "tooltip": "run, other, queries, difference .4f, p_corrected .4f"
  },
  "layer": [
    {
      "mark": {"type": "rect", "stroke": "$grid", "strokeWidth": "$stroke"},
      "encoding": {
        "color": {
          "field": "gain",
          "scale": {"domain": "$spread", "range": ["$orange", "$paper", "$blue"], "interpolate": "lab"},
          "legend": {
            "title": "$scale_title", "orient": "top", "gradientLength": 120, "tickCount": 3, "labelExpr": "$sign_of"
          }
        }
      }
    },
    {"and": "$text", "transform": [{"filter": "datum.strong"}], "encoding": {"color": {"value": "$light"}}},
    {"and": "$text", "transform": [{"filter": "!datum.strong"}], "encoding": {"color": {"value": "$ink"}}}
  ]
}
*/
