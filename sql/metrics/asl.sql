/*
name       = "ASL"
title      = "Average search length"
family     = "rank"
about      = """
    The mean rank of the relevant documents. With the size of the collection, those missed stand in the middle of
    what was not retrieved; without it they are left out. No value if there is none."""
formula    = """
    1/R Σ rank of each relevant document, (n + 1 + size) / 2 if it is missed; size = 0: over the c(n) retrieved"""
range      = [1, inf]
better     = "lower"
when_empty = "null"
cite       = "Losee, Text Retrieval and Filtering: Analytic Models of Performance, Kluwer, 1998."
papers     = ["Järvelin and Kekäläinen 2002"]

[parameters]
size = { type = "DOUBLE", default = 0, within = "[0, inf)", about = """
    number of documents in the collection; 0: only those retrieved count""" }
rel  = { type = "relevance" }
*/
select
    run,
    query_id,
    case
        when $size = 0 then avg(rank order by rank asc)
        {{ too_small() }}
        else avg(place order by ideal_place asc)
    end as value
from ({{ places() }})
group by run, query_id, num_ret
/*
example = [
    ["Järvelin and Kekäläinen's running example: (1 + 2 + 3 + 6 + 7 + 8 + 9) / 7.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 5.142857 }],
    ["Among 100 documents the three missed stand at rank 55.5 each: (36 + 166.5) / 10.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { size = 100 }, value = 20.25 }],
    ["Without the size of the collection there is no value if none is retrieved.",
        { ranking = [0, "?"], missed = [1], value = "null" }],
]
*/
