/*
name    = "NormalisedRecall"
title   = "Normalised recall"
family  = "rank"
about   = """
    One less how far the ranks of the relevant documents are from the best there could be, as a share of the worst.
    Documents missed stand in the middle of what was not retrieved."""
formula = """
    1 - (Σ ranks of relevant documents - Σ 1..R) / (R (size - R)); (n + 1 + size) / 2 is the rank of each one missed;
    1 where R = size"""
range   = [0, 1]
better  = "higher"
cite    = "Rocchio, Document retrieval systems: optimization and evaluation, Harvard, 1966; Salton and McGill, 1983."
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
size = { type = "DOUBLE", required = true, within = "[1, 1000000000000]", about = """
    how many documents the collection has""" }
rel  = { type = "relevance" }
*/
select
    run,
    query_id,
    case
        {{ too_small() }}
        when $size = count(*) then 1
        else 1 - sum(place - ideal_place order by ideal_place asc) / (count(*) * ($size - count(*)))
    end as value
from ({{ places() }})
group by run, query_id, num_ret
/*
example = [
    ["Moffat and Zobel 2008, tables I and II, in a collection of 1000.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.995578 },
        { with = { size = 1000 } }],
    ["The same in a collection of 100.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.953684 },
        { with = { size = 100 } }],
    ["The document at rank 17 is missed instead; unjudged stands in its place.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, "?", 0, 0, 0], missed = [1], value = 0.862105 },
        { with = { size = 100 } }],
    ["Every document of the collection is relevant.", { ranking = [1, 1], with = { size = 2 }, value = 1 }],
    ["Nothing is retrieved.", { ranking = [], missed = [1], with = { size = 10 }, value = 0 }],
    ["One document, and it is relevant.", { ranking = [1], with = { size = 10 }, value = 1 }],
]
*/
