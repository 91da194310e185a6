/*
name       = "ADP"
title      = "Average distance precision"
family     = "distance"
about      = """
    One minus how far the run gives documents more relevance than users do, on average. What it gives too little
    costs nothing; ADM = ADP + ADR - 1."""
formula    = "ADP = 1 - Σ max(SRS(d) - URS(d), 0) / m over the m documents d of the set"
range      = [0, 1]
better     = "higher"
monotone   = false
when_empty = "null"
cite       = "Della Mea and Mizzaro, JASIST 55(6), 2004, section Adequacy. doi:10.1002/asi.10408"
papers     = ["Della Mea and Mizzaro 2004"]

[parameters]
top       = { type = "distance" }
system    = { type = "distance" }
length    = { type = "distance" }
documents = { type = "collection" }
size      = { type = "collection" }
rel       = { type = "distance" }
*/
select
    run,
    query_id,
    1 - sum(greatest(srs - urs, 0) order by rank asc nulls last, urs desc) / {{ set_size() }} as value
from ({{ distances() }})
group by all
/*
example = [
    ["One relevant document at rank 1, two others retrieved, one relevant missed: 1 - (.999 + .998) / 4.",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3 }, value = 0.50075 }],
    ["One relevant document at rank 1, two others retrieved, one relevant missed, over the retrieved.",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, documents = "retrieved" }, value = 0.334333 }],
    ["One relevant document at rank 1, two others retrieved, one relevant missed, over the relevant.",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, documents = "relevant" }, value = 1 }],
    ["""One relevant document at rank 1, two others retrieved, one relevant missed, over a collection of 100: 1 - 1.997
        / 100.""",
        { ranking = [3, 0, 0], missed = [3], value = 0.98003 },
        { with = { top = 3, documents = "collection", size = 100 } }],
    ["Table 1, IRS1: users say .8, .4, .1; the run says .9, .5, .2.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2], with = { top = 1, system = "score" }, value = 0.9 }],
    ["Table 1, IRS2: users say .8, .4, .1; the run says 1, .6, .3.",
        { ranking = [0.8, 0.4, 0.1], scores = [1, 0.6, 0.3], with = { top = 1, system = "score" }, value = 0.8 }],
    ["Table 1, IRS3: users say .1, .8, .4; the run says 1, .8, .4.",
        { ranking = [0.1, 0.8, 0.4], scores = [1, 0.8, 0.4], with = { top = 1, system = "score" }, value = 0.7 }],
]
*/
