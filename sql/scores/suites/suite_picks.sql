/*
about = """
One row per board of a suite, resample and place in it: which collection was drawn, and which of its queries, by their
places from 1. Collections are drawn with replacement, and from each that was drawn as many queries as it has. A number
of 64 bits gives several draws: its digits to the base n, so many that none is likelier than another by 1 in 2^20."""

[columns]
metric   = "the board"
resample = "number of the resample"
slot     = "place in it"
number   = "the collection that was drawn"
places   = "the queries that were drawn"
*/
with
sizes as (select distinct metric, number, len(line) as queries from suite_lines),

counts as (select metric, count(*) as collections from sizes group by all),

drawn as (
    select
        metric,
        resample,
        slot,
        (md5_number_lower(concat('collections:', $seed, ':', resample, ':', slot)) % collections::ubigint)::integer
            as number
    from counts
    cross join range($resamples) as numbered(resample)
    cross join lateral (select unnest(range(collections)) as slot)
)

select
    metric,
    resample,
    slot,
    number,
    list_transform(
        range(queries),
        lambda draw: (
            md5_number_lower(concat('queries:', $seed, ':', resample, ':', slot, ':', draw // each))
            // pow(queries, draw % each)::ubigint
            % queries::ubigint
        )::bigint + 1
    ) as places
from drawn
join
    (
        select
            *,
            case when queries < 2 then 1 else greatest(1, floor(44 / log2(queries))::bigint) end as each
        from sizes
    )
    using (metric, number)
