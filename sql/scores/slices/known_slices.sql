/*
about = """
The slices of the database that is added to, or brought up to date. Queries that are new to it have no value of any
attribute."""

[columns]
attribute       = "the attribute"
attribute_place = "1, 2, 3, ..."
slice           = "the slice"
place           = "1, 2, 3, ... among the slices of the attribute"
query_id        = "the query"
*/
select attribute, attribute_place, slice, place, query_id
from {{ kept }}.slices
union all
select attribute, attribute_place, '(null)' as slice, last as place, query_id
from
    (
        select
            attribute,
            attribute_place,
            coalesce(max(place) filter (slice = '(null)'), max(place) + 1) as last
        from {{ kept }}.slices
        group by all
    )
cross join
    (
        select distinct query_id::varchar as query_id
        from evalsql_scores
        where query_id not in (select query_id from {{ kept }}.slices)
    )
