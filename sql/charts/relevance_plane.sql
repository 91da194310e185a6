/*
name     = "relevance_plane"
about    = "One row per point of the plane: how many documents, at which ranks, and if the run says more of them."
shows    = """
The documents of a query, by the relevance that users give them and that which the run gives them. An ideal run has all
of them on the dashed line. ADM is 1 less the mean distance from it, upwards or downwards.
"""
cite     = "Della Mea and Mizzaro, JASIST 55(6), 2004. doi:10.1002/asi.10408"
of       = "explain"
lacking  = "the plane of relevance is of a measure of distance; explain one, such as ADM(top=3)"
heading  = "$measure = $result"
subtitle = "Run $run, query $query: $total. Dashed: an ideal run. Larger points: several documents."
tables.distances = ["rank", "urs", "srs"]
tables.whole     = ["run", "query_id", "metric", "value"]
*/
with sided as (
    select *, case when srs > urs then 'more' when srs < urs then 'less' else 'same' end as side from distances
), counted as (
    select
        'too high: ' || format('{:,}', count(*) filter (side = 'more')) as more,
        'right: ' || format('{:,}', count(*) filter (side = 'same')) as same,
        'too low: ' || format('{:,}', count(*) filter (side = 'less')) as less,
        {{ times("count(*)", "document") }} as total
    from sided
), points as (
    select urs, srs, side, count(*) as documents, min(rank) as first_rank, max(rank) as last_rank
    from sided
    group by all
)
select
    * replace ({{ without_middle("run") }} as run),
    case side when 'more' then more when 'same' then same else less end as name,
    metric as measure,
    coalesce(format('{:.4f}', value::double), 'no value') as result,
    query_id as query,
    list_filter([more, same, less], lambda each: not suffix(each, ': 0')) as there,
    max(documents) over () as most,
    24 + 16 * sqrt(most) as largest,
    least($pixels * 0.62, 380) as height
from points
cross join counted
cross join whole
order by urs asc, srs asc
/*
{
  "parts": {
    "share": {"scale": {"domain": [0, 1], "nice": false}, "axis": {"values": [0, 0.25, 0.5, 0.75, 1], "format": ".6~g"}}
  },
  "encoding": {
    "x": {"and": "$share", "field": "urs", "title": "relevance to users (URS)"},
    "y": {"and": "$share", "field": "srs", "title": "relevance to the run (SRS)"}
  },
  "layer": [
    {
      "data": {"values": [{"urs": 0, "srs": 0}, {"urs": 1, "srs": 1}]},
      "mark": {"type": "line", "strokeWidth": 1.2, "strokeDash": [4, 3], "color": "$soft", "clip": true}
    },
    {
      "mark": {"type": "point", "filled": true, "opacity": 0.7},
      "encoding": {
        "size": {"field": "documents", "scale": {"domain": [0, "$most"], "range": [24, "$largest"]}, "legend": null},
        "color": {
          "field": "name", "title": "The run's relevance is",
          "scale": {"domain": ["$more", "$same", "$less"], "range": ["$orange", "$green", "$blue"]},
          "legend": {"orient": "bottom", "values": "$there"}
        },
        "tooltip": "urs .4f, srs .4f, documents, first_rank, last_rank"
      }
    }
  ]
}
*/
