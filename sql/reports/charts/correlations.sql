/*
name  = "correlations"
about = """
One row per two measures that were correlated by $coefficient: the coefficient and how sure it is. A coefficient without
direction has both rows of two measures.
"""
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
    measure,
    other,
    runs,
    value,
    p_value,
    case when p_value < 0.05 then '*' else '' end as mark
from cells
join places using (measure)
join (select measure as other, place as other_place from places) using (other)
order by place asc, other_place asc
