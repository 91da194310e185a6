/*
name    = "RR_residual"
about   = "Where the first document is that is relevant or not judged, less where the first relevant one is."
formula = "E[RR_residual@k] = V(a) - E[RR@k]; V(a) as for RR, of the documents that are relevant or not judged"
*/
with
    -- of each group, how many are judged and not relevant
    groups_judged as (
        select
            run,
            query_id,
            tied_from,
            tied_to,
            tied_from - 1 as last_missed,
            count(*) filter (relevance < $rel) as misses
        from judged
        where relevance >= 0 and tied_from <= $k
        group by all
    ),

    -- those from the first rank on in which all are; below, some document may be relevant
    unbroken as (
        select run, query_id, coalesce(max(tied_to) filter (tied_to = missed_so_far), 0) as last_missed
        from
            (
                select *, sum(misses::bigint) over so_far as missed_so_far
                from groups_judged
                window so_far as (partition by run, query_id order by tied_from asc)
            )
        group by all
    ),

    -- if none of a group is judged, its first is possible
    possible as (
        select
            run,
            query_id,
            last_missed + 1 as first_rank,
            coalesce(tied_to, last_missed + 1) as last_rank,
            coalesce(tied_to - last_missed - misses, 1) as hits
        from unbroken
        left join groups_judged using (run, query_id, last_missed)
    ),

    relevant as (select run, query_id, tied_from, tied_to, hits as found from ({{ first_group() }}))

select
    run,
    query_id,
    greatest(
        {{ first_of_tied('hits', 'first_rank', 'last_rank', '1 / place') }}
        - coalesce({{ first_of_tied('found', 'tied_from', 'tied_to', '1 / place') }}, 0),
        0
    ) as value
from possible
left join relevant using (run, query_id)
/*
example = [
    ["At most at rank 1, and relevant at rank 2 or 3: 1 - (1/2 + 1/3) / 2.",
        { ranking = ["?", 1, 0], scores = [2, 1, 1], value = 0.583333 }],
    ["One of two tied documents is judged, and not relevant: (1 + 1/2) / 2.",
        { ranking = [0, "?"], scores = [1, 1], value = 0.75 }],
]
*/
