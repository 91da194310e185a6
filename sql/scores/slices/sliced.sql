/*
about = """
The measures of each slice, as measures of their own: one row per measure and slice, so that whatever compares runs by a
measure compares them in a slice too."""

[columns]
metric    = "the measure of the slice: the places of the measure, the attribute and the slice"
of        = "the measure"
attribute = "the attribute"
slice     = "the slice"
place     = "1, 2, 3, ..., by measure, attribute and slice"
*/
select
    concat(measured.place, ':', attribute_place, ':', parts.place) as metric,
    measured.metric as of,
    attribute,
    slice,
    row_number() over (order by measured.place asc, attribute_place asc, parts.place asc) as place
from evalsql_whole_asked as measured
cross join (select distinct attribute, attribute_place, slice, place from slices) as parts
