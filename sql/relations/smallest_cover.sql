/*
about = """
How few documents can cover so many nuggets of a query: found by search if it has at most 12 nuggets, and greedily
if it has more."""

[columns]
query_id = "the query"
covered  = "a number of nuggets"
fewest   = "the number of documents in a set that covers at least so many; for each number of nuggets the lowest counts"
*/
with recursive
    greedily as (
        select query_id, rank as fewest, sum(gain::bigint) over (partition by query_id order by rank asc) as covered
        from greedy_cover
        where gain > 0
    ),

    -- the nuggets of a document, a bit each
    masks as (
        select distinct query_id, bits
        from
            (
                -- least(): the bits of a query with more nuggets are not kept, but DuckDB may work them out
                select query_id, bit_or(1::bigint << least(nugget - 1, 12)) as bits
                from
                    (
                        select
                            query_id,
                            doc_id,
                            dense_rank() over (partition by query_id order by subtopic asc) as nugget
                        from nugget_base
                    )
                group by query_id, doc_id
            )
        semi join
            (select query_id from nugget_base group by query_id having count(distinct subtopic) <= 12)
            using (query_id)
    ),

    -- a document is not needed where another has all its nuggets and more
    candidates as (
        select query_id, bits
        from masks
        anti join masks as others
            on masks.query_id = others.query_id
            and masks.bits & others.bits = masks.bits
            and masks.bits <> others.bits
    ),

    -- every union of candidates, by how many it takes, while these are fewer than greedily
    unions as (
        select distinct query_id, 0::bigint as bits, 0::bigint as fewest
        from masks

        union

        select unions.query_id, unions.bits | candidates.bits, unions.fewest + 1
        from unions
        join candidates on unions.query_id = candidates.query_id and unions.bits | candidates.bits <> unions.bits
        join
            (select query_id, max(fewest) as enough from greedily group by query_id) as bounds
            on unions.query_id = bounds.query_id
        where unions.fewest + 1 < enough
    )

select query_id, covered, fewest
from greedily

union all

select query_id, bit_count(bits), min(fewest)
from unions
group by all
