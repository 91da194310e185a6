/*
name     = "slice_differences"
about    = "One row per run and slice: its mean less that of $baseline, all queries (attribute null) first."
shows    = "A heat map of each run's difference from a baseline on the queries of each slice, marked where significant."
of       = "compare(slices=...)"
tables.comparisons = [
    "metric", "attribute", "slice", "run", "other", "queries", "difference", "test", "p_corrected", "significant",
    "better",
]
layout   = "cells"
empty    = "no run was compared with $baseline, so there is nothing to draw"
heading  = "$metric against $against by kind of query"
subtitle = """
$differences means$side; in brackets how many queries; marked: significant, corrected for runs and slices"""
arguments.baseline = { about = "the run that the others are held against." }
*/
with
    faced as (
        select
            * replace (
                case when other = $baseline then run else other end as run,
                case when other = $baseline then difference else -difference end as difference
            ),
            rowid as number
        from comparisons
        where metric = $metric and (run = $baseline or other = $baseline)
    )

select
    run as line,
    {{ slice_named("attribute", "slice", "queries") }} as column,
    {{ the_only("attribute") }} as across_title,
    min(number) over (partition by attribute, slice) as column_place,
    *,
    difference as value,
    better = 'lower' as reversed,
    case when significant then '*' else '' end as mark,
    coalesce({{ decimals("difference", 3, "+") }}, '') || mark as shown,
    coalesce(nullif(max(abs(difference)) over (), 0), 1) as high,
    0 as middle,
    -high as low,
    'difference' as legend,
    {{ without_middle("$baseline") }} as against,
    case when $summary = 'geometric' then 'Log ratios of' else 'Differences in' end as differences,
    case when better = 'lower' then '; lower is better' else '' end as side
from faced
where test = (select min_by(test, number) from faced)
order by number asc
/*
{"and": "$heatmap", "encoding": {"tooltip": "line, column, value .4f, queries, p_corrected .4f"}}
*/
