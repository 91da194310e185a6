/*
name     = "judgment_levels"
about    = "One row per set of judgments and relevance that any of them has, the highest first: how many documents."
shows    = "Bars of how many documents have each relevance, in every set of judgments."
of       = "describe"
lines    = "set"
heading  = "Documents by relevance"
subtitle = "$said; in brackets the share"
tables.levels = ["qrels", "relevance", "documents", "mean"]
tables.sets   = ["qrels", "queries", "judged"]
*/
with
    names as (
        select
            qrels,
            min(rowid) as place,
            sum(documents::bigint order by relevance asc) as judged,
            case
                when count({{ file_of("qrels") }}) over () = (select count(distinct {{ file_of("qrels") }}) from levels)
                    then {{ file_of("qrels") }}
                else qrels
            end as set
        from levels
        group by qrels
    ),
    relevances as (select distinct relevance from levels),
    about as (
        select
            count(*) as number,
            string_agg(
                case when number > 1 then {{ without_middle("set") }} || ': ' else '' end
                    || {{ times("queries", "query") }} || ', ' || format('{:,}', sets.judged::bigint) || ' judged',
                '; ' order by sets.rowid asc
            ) as said
        from sets
        join names using (qrels)
        cross join (select count(*) as number from sets)
    )

select
    * replace (coalesce(documents, 0) as documents),
    {{ shortest("relevance") }} as level,
    coalesce(documents, 0) / judged as share,
    format('{:,} (', coalesce(documents, 0)::bigint) || {{ percent("share") }} || ')' as shown,
    number > 1 as several,
    greatest($pixels - 60, 1) as room,
    greatest(2, room // 55) as ticks,
    -- the numbers stand to the right of the bars
    max(coalesce(documents, 0)) over ()
        / greatest(1 - (max({{ text_width("shown") | indent(8) }}) over () + 8) / room, 0.3) as most,
    (select count(*) from relevances) * (13 * number + 6) as height,
    case when number > 6 then number || ' sets of judgments are too many for a picture, which has room for 6' end
        as refusal
from names
cross join relevances
cross join about
left join levels using (qrels, relevance)
order by place asc, relevance desc
/*
{
  "encoding": {
    "y": {
      "field": "level", "sort": null, "title": "relevance", "axis": {"ticks": false},
      "scale": {"paddingInner": 0.25, "paddingOuter": 0.1}
    },
    "yOffset": {"field": "name", "sort": "$names"},
    "x": {
      "field": "documents", "title": "documents", "scale": {"domain": [0, "$most"], "nice": false},
      "axis": {"format": "~s", "tickCount": "$ticks"}
    },
    "tooltip": "qrels, level, documents, share .1%, mean .2f"
  },
  "layer": [
    {
      "mark": "bar",
      "encoding": {
        "color": {
          "field": "name", "scale": {"domain": "$names", "range": "$palette"},
          "legend": {
            "first": [
              {"if": "$several", "title": null, "orient": "bottom", "columns": "$columns", "symbolType": "square"}
            ]
          }
        }
      }
    },
    {"mark": {"type": "text", "align": "left", "dx": 3, "baseline": "middle"}, "encoding": {"text": {"field": "shown"}}}
  ]
}
*/
