/*
name     = "correlations"
about    = "One row per two measures, both ways if they have no direction: the coefficient, and how sure it is."
shows    = "A heat map of the coefficients between measures, or between measures under two conditions."
of       = "correlate"
tables   = { correlations = ["coefficient", "measure", "other", "runs", "value", "p_value"] }
layout   = "cells"
heading  = "$title between measures"
subtitle = "Orderings of $span runs by their means$marks"
arguments.coefficient = { default = "none", among = "correlations", about = """
which of those in the table; the first if None.""" }
arguments.other       = { default = "", about = "what the condition of the columns is called, if there are two." }
*/
with
    found as (select *, rowid as place from correlations where coefficient = $coefficient),
    cells as (
        select measure, other, runs, value, p_value
        from found
        union all
        select found.other as measure, found.measure as other, found.runs, found.value, found.p_value
        from found
        left join found as back on back.measure = found.other and back.other = found.measure
        where back.measure is null
    ),
    places as (
        select measure, min(place) as place
        from (select measure, 2 * place as place from found union all select other, 2 * place + 1 from found)
        group by measure
    )

select
    measure as line,
    other as column,
    *,
    case when p_value < 0.05 then '*' else '' end as mark,
    coalesce({{ decimals("value", 2) }}, '') || mark as shown,
    other_place as column_place,
    $coefficient as legend,
    case when min(value) over () < 0 then -1 else 0 end as low,
    case when min(value) over () < 0 then 0 else null end as middle,
    1 as high,
    nullif($other, '') as across_title,
    {{ span("runs") }} as span,
    case when max(p_value < 0.05) over () then '; marked: p < .05, two-sided' else '' end as marks
from cells
join places using (measure)
join (select measure as other, place as other_place from places) using (other)
order by place asc, other_place asc
/*
{"and": "$heatmap", "encoding": {"tooltip": "line, column, value .4f, runs, p_value .4f"}}
*/
