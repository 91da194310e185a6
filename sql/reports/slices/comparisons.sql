/*
about = """
One row per measure, two runs that are compared and test, over all queries, where attribute and slice are null, and then
over the queries of each slice: what reports/scores/comparisons says of them. P-values of slices are corrected for all
pairs and slices of a measure and test together. Slices where the two have fewer than 10 queries are said to be
small."""
*/
select * exclude (part, place)
from
    (
        select
            metric,
            null::varchar as attribute,
            null::varchar as slice,
            null::boolean as small,
            * exclude (metric),
            rowid as place,
            0 as part
        from evalsql_comparisons
        union all
        select
            sliced.of as metric,
            sliced.attribute,
            sliced.slice,
            each.queries < 10 as small,
            each.* exclude (metric),
            each.rowid as place,
            1 as part
        from evalsql_slice_comparisons as each
        join sliced using (metric)
    )
order by part asc, place asc
