/*
name       = "AUC"
title      = "Area under the operating characteristic"
family     = "rank"
about      = """
    How often a relevant document stands above one that is not, over all such pairs of judged documents retrieved; a
    pair of equal score counts half. No value if there is no such pair."""
formula    = "(pairs in the right order + 1/2 pairs tied) / pairs"
range      = [0, 1]
better     = "higher"
when_empty = "null"
cite       = "Swets, Effectiveness of information retrieval methods, 1967; counted by ranks, as Mann and Whitney, 1947."
papers     = ["Järvelin and Kekäläinen 2002", "Della Mea and Mizzaro 2004"]
aliases    = ["Swets"]
ties       = "no order changes it"
parameters = { rel = { type = "relevance" } }
*/
with
    -- what stands above the first of those of equal score, and above what follows the last: of ties half
    relevant as (
        select run, query_id, unnest([tied_from, tied_to + 1]) as place
        from judged
        where relevance >= $rel and rank is not null
    ),

    others as (select run, query_id, rank as place from judged where relevance < $rel)

select run, query_id, 1 - sum(above::bigint) / nullif(sum(marked::bigint), 0) as value
from ({{ counted_above('relevant', 'others') }})
group by all
/*
example = [
    ["Moffat and Zobel 2008, tables I and II: 53 of 5 * 15 pairs are in the right order.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.706667 }],
    ["An unjudged document plays no part; of 2 pairs one is tied: (1 + 1/2) / 2.",
        { ranking = ["?", 1, 1, 0], missed = [1], scores = [3, 2, 1, 1], value = 0.75 }],
    ["No judged document that is not relevant is retrieved.", { ranking = [1, "?", 1], value = "null" }],
    ["One pair, in order.", { ranking = [1, 0], value = 1 }],
    ["One pair, tied.", { ranking = [0, 1], scores = [1, 1], value = 0.5 }],
]
*/
