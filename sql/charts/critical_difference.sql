/*
name     = "critical_difference"
about    = """
One row per run, the best mean rank first, over the queries that every run has a value for. No two runs from this one to
that at place `reach` differ, by Nemenyi's critical difference or as $apart has it; `begins` says where such a group
begins that is not part of another.
"""
shows    = "The mean rank of each run over the queries, and bars over the runs that do not differ."
of       = "evaluate"
lines    = "run"
colored  = true
layout   = "diagram"
empty    = "no query has a value of $metric for every run"
heading  = "Mean ranks of runs by $metric"
subtitle = "Over $queries that every run has a value for; 1 is the best; bars join runs that do not differ ($how)"
formula  = "CD = q_alpha sqrt(k(k + 1) / (12 n)), q_alpha of the studentized range of k values"
cite     = "Demšar, Journal of Machine Learning Research 7, 2006, section 3.2.2"
arguments.comparisons = { default = "none", about = """
a table that evalsql.compare gives of every run with every other, whose first test says which of them differ; without
it, those differ whose mean ranks are farther apart than Nemenyi's critical difference.""" }
arguments.alpha = { default = 0.05, about = "the significance level." }
arguments.over  = { default = "query", about = """
what each rank is over: collection if the queries in the table are collections.""" }
*/
with ranked as (
    select
        run,
        runs,
        queries,
        (runs + 1) / 2e0 - asked.sign * rank_sum / queries as mean_rank,
        row_number() over (order by round(asked.sign * rank_sum / queries, 12) desc, run asc) as place,
        {{ range_quantile("(1 - $alpha)", "runs", "'inf'::double") }} * sqrt(runs * (runs + 1) / (12e0 * queries))
            as critical_difference
    from rank_sums
    join asked using (metric)
    where metric = $metric
), apart as (
    select one.place, two.place as other_place
    from ranked as one
    join ranked as two on two.place > one.place
    where
        case
            when $apart is null then two.mean_rank - one.mean_rank > one.critical_difference
            else list_contains($apart::varchar[][], [one.run, two.run])
                or list_contains($apart::varchar[][], [two.run, one.run])
        end
), reaching as (
    select ranked.place, coalesce(min(apart.other_place) - 1, any_value(ranked.runs)) as reach
    from ranked
    left join apart on apart.place >= ranked.place
    group by ranked.place
)
select
    * exclude (queries),
    format('{:,}', queries::bigint) || ' ' || case
        when queries = 1 then $over
        when suffix($over, 'y') then left($over, -1) || 'ies'
        else $over || 's'
    end as queries,
    case
        when $apart is null then 'Nemenyi''s critical difference ' || format('{:.2f}', critical_difference)
        else 'by the test of the comparison'
    end || format(', alpha {:.12g}', $alpha::double) as how,
    reach > place and reach > coalesce(lag(reach) over (order by place asc), 0) as begins
from ranked
join reaching using (place)
order by place asc
/*
{
  "parts": {
    "name": {
      "mark": {"type": "text", "baseline": "middle"},
      "encoding": {"x": {"field": "text"}, "text": {"field": "name"}, "color": {"value": "$ink"}}
    },
    "span": {
      "mark": {"type": "rule"}, "encoding": {"x": {"field": "from", "type": "quantitative"}, "x2": {"field": "to"}}
    }
  },
  "encoding": {
    "y": {
      "field": "y", "type": "quantitative", "title": null, "axis": null,
      "scale": {"domain": "$down", "nice": false, "reverse": true}
    }
  },
  "layer": [
    {
      "data": {"values": "$spokes"},
      "encoding": {"color": {"field": "color", "scale": null}, "tooltip": "run, place, mean_rank .3f"},
      "layer": [
        {
          "mark": {"type": "rule"},
          "encoding": {
            "x": {
              "field": "mean_rank", "title": "mean rank", "scale": {"domain": "$across", "nice": false, "zero": false},
              "axis": {
                "orient": "top", "values": "$ticks", "grid": false, "domain": false, "ticks": false, "format": "d",
                "labelFlush": false, "labelOverlap": true
              }
            },
            "y": {"field": "axis"}, "y2": {"field": "y"}
          }
        },
        {"mark": {"type": "rule"}, "encoding": {"x": {"field": "mean_rank"}, "x2": {"field": "edge"}}},
        {"and": "$name", "transform": [{"filter": "datum.edge < datum.mean_rank"}], "mark": {"align": "right"}},
        {"and": "$name", "transform": [{"filter": "datum.edge > datum.mean_rank"}], "mark": {"align": "left"}}
      ]
    },
    {"and": "$span", "data": {"values": "$rule"}, "mark": {"strokeWidth": 1, "color": "$soft"}},
    {
      "data": {"values": "$notches"}, "mark": {"type": "rule", "color": "$soft"},
      "encoding": {"x": {"field": "rank"}, "y2": {"field": "end"}}
    },
    {"and": "$span", "data": {"values": "$bars"}, "mark": {"strokeWidth": 3, "color": "$ink"}},
    {"if": "$ruler", "and": "$span", "data": {"values": "$ruler"}, "mark": {"strokeWidth": 2, "color": "$soft"}},
    {
      "if": "$ruler", "data": {"values": "$ruler"},
      "mark": {"type": "text", "align": "left", "dx": 4, "color": "$soft", "fontSize": 9},
      "encoding": {"x": {"field": "to"}, "text": {"field": "text"}}
    }
  ]
}
*/
