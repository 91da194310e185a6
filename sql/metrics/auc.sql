/*
name       = "AUC"
title      = "Area under the operating characteristic"
family     = "rank"
about      = "How often a relevant document stands above one that is not, over all such pairs of judged documents retrieved; a pair of equal score counts half. No value where there is no such pair."
formula    = "(pairs in the right order + 1/2 pairs tied) / pairs"
range      = [0, 1]
better     = "higher"
when_empty = "null"
cite       = "Swets, Effectiveness of information retrieval methods, 1967; counted by ranks, as Mann and Whitney, 1947."
papers     = ["Järvelin and Kekäläinen 2002", "Della Mea and Mizzaro 2004"]
aliases    = ["Swets"]

[parameters]
rel = { type = "relevance" }
*/
select
    run,
    query_id,
    -- m relevant documents at the top have ranks that add up to m (m + 1) / 2; each one more is a pair in the wrong order
    1 - (rank_sum - num_rel * (num_rel + 1) / 2) / nullif(num_rel * (num_judged - num_rel), 0) as value
from
    (
        select
            run,
            query_id,
            count(*) as num_judged,
            count(*) filter (relevance >= $rel) as num_rel,
            sum(place order by place asc) filter (relevance >= $rel) as rank_sum
        from
            (
                select
                    run,
                    query_id,
                    relevance,
                    -- the rank among judged documents; those of equal score share the mean of theirs
                    (
                        rank() over (partition by run, query_id order by tied_from asc)
                        + count(*) over (partition by run, query_id order by tied_from asc range unbounded preceding)
                    )
                    / 2 as place
                from judged
                where rank is not null
            )
        group by all
    )
/*
[[example]]
about   = "Moffat and Zobel 2008, tables I and II: 53 of 5 * 15 pairs are in the right order."
ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
value   = 0.706667

[[example]]
about   = "An unjudged document plays no part; of 2 pairs one is tied: (1 + 1/2) / 2."
ranking = ["?", 1, 1, 0]
scores  = [3, 2, 1, 1]
missed  = [1]
value   = 0.75

[[example]]
about   = "No judged document that is not relevant is retrieved."
ranking = [1, "?", 1]
value   = "null"

[[example]]
about   = "One pair, in order."
ranking = [1, 0]
value   = 1
*/
