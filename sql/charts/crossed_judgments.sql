/*
name     = "crossed_judgments"
about    = "One row per relevance in the set $qrels and in $other, unjudged last: how many documents have these."
shows    = "A heat map of how many documents have which relevance in the one set of judgments and in the other."
of       = "describe"
tables.crossed = ["qrels", "other", "relevance", "other_relevance", "documents"]
tables.agreements = ["qrels", "other", "kappa", "overlap"]
layout   = "cells"
empty    = "there are no two sets of judgments to compare"
heading  = "Documents by relevance in $file and in $other_file"
subtitle = "$agreement"
arguments.qrels = { default = "none", about = "the set of the lines; that of the first two if None." }
arguments.other = { default = "none", about = "the set of the columns." }
*/
with
    chosen as (
        select
            *,
            {{ file_of("qrels") }} = {{ file_of("other") }} as alike,
            {{ without_middle("case when alike then qrels else " ~ file_of("qrels") ~ " end") }} as file,
            {{ without_middle("case when alike then other else " ~ file_of("other") ~ " end") }} as other_file
        from agreements
        where coalesce(qrels = $qrels, true) and coalesce(other = $other, true)
        order by rowid asc
        limit 1
    ),
    pair as (select relevance, other_relevance, documents from crossed join chosen using (qrels, other)),
    lines as (select distinct relevance from pair),
    columns as (select distinct other_relevance from pair),
    counted as (select greatest((select count(*) from lines), (select count(*) from columns)) as levels)

select
    coalesce({{ shortest("lines.relevance") }}, 'unjudged') as line,
    coalesce({{ shortest("columns.other_relevance") }}, 'unjudged') as column,
    row_number() over (order by columns.other_relevance desc nulls last) as column_place,
    case
        when lines.relevance is not null or columns.other_relevance is not null then coalesce(documents, 0)
    end as value,
    coalesce(format('{:,}', value::bigint), '') as shown,
    '' as mark,
    file,
    other_file,
    'relevance in ' || other_file as across_title,
    'in ' || file as down_title,
    'documents' as legend,
    0 as low,
    -- color by what both judge: the unjudged are many
    coalesce(
        nullif(max(value) filter (lines.relevance is not null and columns.other_relevance is not null) over (), 0), 1
    ) as high,
    case when levels > 60 then 'the picture has room for 60 levels of relevance, and there are ' || levels end
        as refusal,
    concat_ws(
        '; ',
        'Cohen''s kappa ' || {{ decimals("kappa", 2) }} || ' on documents that both judge',
        'overlap of the relevant ' || {{ decimals("overlap", 2) }}
    ) as agreement
from lines
cross join columns
cross join chosen
cross join counted
left join pair on
    pair.relevance is not distinct from lines.relevance
    and pair.other_relevance is not distinct from columns.other_relevance
order by lines.relevance desc nulls last, columns.other_relevance desc nulls last
/*
{"and": "$heatmap", "encoding": {"tooltip": "line, column, value"}}
*/
