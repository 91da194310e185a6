/*
name       = "NDPM"
title      = "Normalized distance-based performance measure"
family     = "rank"
about      = """
    How often the ranking contradicts the judgments, over pairs of judged documents retrieved whose relevance
    differs; a pair of equal score counts half. Lower is better. Unjudged documents play no part. No value if
    there is no such pair."""
formula    = "(2 contradicted + tied) / (2 pairs)"
range      = [0, 1]
better     = "lower"
monotone   = false
when_empty = "null"
cite       = "Yao, Measuring retrieval effectiveness based on user preference of documents, JASIS 46(2), 1995."
papers     = ["Järvelin and Kekäläinen 2002", "Della Mea and Mizzaro 2004"]
*/
with
    -- levels of relevance, from -1, the lowest
    levels as (
        select query_id, relevance, row_number() over (partition by query_id order by relevance asc) - 2 as level
        from (select distinct query_id, relevance from judged)
    ),

    -- each two levels are better and worse in one division: the lowest, where most documents are, is divided from all
    -- others, and these are by each bit of their numbers, among those that are alike in the bits above it
    divided as (
        select query_id, relevance, -1 as division, level >= 0 as better
        from levels

        union all

        select query_id, relevance, (level >> bit | 1) << bit, (level >> bit & 1)::boolean
        from (select *, unnest(range(0, length(bin(max(level) over (partition by query_id))))) as bit from levels)
        where level >= 0
    ),

    -- what stands above the first of those of equal score, and above what follows the last: of ties half
    better as (
        select run, query_id, division, unnest([tied_from, tied_to + 1]) as place
        from judged
        join divided using (query_id, relevance)
        where better and rank is not null
    ),

    worse as (
        select run, query_id, division, rank as place
        from judged
        join divided using (query_id, relevance)
        where not better
    )

select run, query_id, sum(above::bigint) / nullif(sum(marked::bigint), 0) as value
from ({{ counted_above('better', 'worse', 'run, query_id, division') }})
group by all
/*
example = [
    ["Järvelin and Kekäläinen's running example: of 36 pairs 15 are contradicted.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 0.416667 }],
    ["2 above 1 agrees, 1 ties with 0, 2 above 0 agrees: 1 / 6.",
        { ranking = [2, "?", 1, 0], scores = [3, 2, 1, 1], value = 0.166667 }],
    ["Seven levels: of 21 pairs 8 are contradicted.", { ranking = [4, 6, 0, 3, 5, 1, 2], value = 0.380952 }],
    ["One pair, tied.", { ranking = [0, 1], scores = [1, 1], value = 0.5 }],
    ["All judged documents retrieved have the same relevance.",
        { ranking = [1, "?", 1], missed = [2], value = "null" }],
]
*/
