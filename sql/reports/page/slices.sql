/*
about = "One row per measure, attribute, slice and run: what the leaderboard shows, over the queries of the slice."
*/
with
    {{ asked }},

    sizes as (
        select attribute, attribute_place, slice, place as slice_place, count(*) as size
        from slices
        group by all
    )

select
    leaderboard_by_slice.metric,
    leaderboard_by_slice.attribute,
    leaderboard_by_slice.slice,
    leaderboard_by_slice.run,
    leaderboard_by_slice.place,
    coalesce(
        round(leaderboard_by_slice.value, 12)
        = first(round(leaderboard_by_slice.value, 12)) over (
            partition by leaderboard_by_slice.metric, attribute, slice order by leaderboard_by_slice.place asc
        ),
        false
    ) as best,
    leaderboard_by_slice.value,
    leaderboard_by_slice.queries,
    sizes.size,
    leaderboard_by_slice.small
from leaderboard_by_slice
join asked using (metric)
join sizes using (attribute, slice)
order by asked.place asc, attribute_place asc, slice_place asc, leaderboard_by_slice.place asc
