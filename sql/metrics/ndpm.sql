/*
name       = "NDPM"
title      = "Normalized distance-based performance measure"
family     = "rank"
about      = """
    How often the ranking contradicts the judgments, over pairs of judged documents retrieved whose relevance
    differs; a pair of equal score counts half. Lower is better. Unjudged documents play no part. No value where
    there is no such pair."""
formula    = "(2 contradicted + tied) / (2 pairs)"
range      = [0, 1]
better     = "lower"
monotone   = false
when_empty = "null"
cite       = "Yao, Measuring retrieval effectiveness based on user preference of documents, JASIS 46(2), 1995."
papers     = ["Järvelin and Kekäläinen 2002", "Della Mea and Mizzaro 2004"]
*/
select
    run,
    query_id,
    (2 * count(*) filter (better.tied_from > worse.tied_from) + count(*) filter (better.tied_from = worse.tied_from))
    / (2 * count(*)) as value
from
    (
        -- the least relevant, most of all, are better than none
        select run, query_id, relevance, tied_from
        from judged
        where rank is not null
        qualify relevance > min(relevance) over (partition by run, query_id)
    ) as better
join judged as worse using (run, query_id)
where better.relevance > worse.relevance and worse.rank is not null
group by all
/*
[[example]]
about   = "Järvelin and Kekäläinen's running example: of 36 pairs 15 are contradicted."
ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
missed  = [1, 1, 1]
value   = 0.416667

[[example]]
about   = "2 above 1 agrees, 1 ties with 0, 2 above 0 agrees: 1 / 6."
ranking = [2, "?", 1, 0]
scores  = [3, 2, 1, 1]
value   = 0.166667

[[example]]
about   = "All judged documents retrieved have the same relevance."
ranking = [1, "?", 1]
missed  = [2]
value   = "null"
*/
