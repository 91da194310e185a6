/*
about = """
One row per rank, over the rows of the report ideal: of how many queries the exact ideal is known, of how many of them
the greedy ideal is as good, and what share of the exact alpha-DCG it has, on average and where it falls furthest
short."""
*/
select
    rank,
    count(*) as queries,
    count(exact) as settled,
    count(*) filter (greedy = exact) as as_good,
    avg(greedy / exact order by query_id asc) filter (exact > 0) as mean_share,
    min(greedy / exact) filter (exact > 0) as least_share,
    -- no query if none falls short
    min_by(query_id, {'share': greedy / exact, 'query_id': query_id}) filter (greedy < exact) as query_id
from ideal
group by rank
order by rank asc
