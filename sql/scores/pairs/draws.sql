/*
about = """
One row per number of queries and resample: which of so many differences were drawn, by their places from 1. A number of
64 bits gives several draws: its digits to the base n, so many that none is likelier than another by 1 in 2^20."""
*/
select
    queries,
    list_transform(
        range(queries),
        lambda draw: (
            md5_number_lower(concat('draws', ':', $seed, ':', resample, ':', draw // each))
            // pow(queries, draw % each)::ubigint
            % queries::ubigint
        )::bigint + 1
    ) as places
from
    (
        select queries, case when queries < 2 then 1 else greatest(1, floor(44 / log2(queries))::bigint) end as each
        from (select distinct queries from pairs)
    )
cross join range($resamples) as numbered(resample)
