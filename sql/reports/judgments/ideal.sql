/*
about = """
One row per query and rank: the alpha-DCG of the greedy ideal ranking there, and the largest that any ranking has
(Clarke et al., section 5.1), each rank for itself; nothing if the search for it was not finished, and then only what
it cannot exceed."""
*/
with
    greedy_ideal as (
{{ greedy_ideal }}
    ),

    greedily as (
        select query_id, rank, {{ running_sum("gain / log2(rank + 1)", "so_far") }} as greedy
        from greedy_ideal
        window so_far as (partition by query_id order by rank asc)
    ),

    searched as (
        select query_id, unnest(found) as best, unnest(range(1, len(found) + 1)) as rank
        from (select query_id, evalsql_exact_ideal(documents, weights, $alpha, $k) as found from ({{ lists() }}))
    )

select
    query_id,
    rank,
    greedy,
    case when settled then highest end as exact,
    case when settled then highest else bound end as bound
from
    (
        select
            query_id,
            rank::integer as rank,
            greedy,
            -- the same ranking added up in another way is not better
            case when best.dcg > greedy * (1 + 1e-12) then best.dcg else greedy end as highest,
            best.bound as bound,
            best.bound <= best.dcg as settled
        from greedily
        join searched using (query_id, rank)
    )
order by query_id asc, rank asc
