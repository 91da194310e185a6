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
parts      = { loss = "srs - urs" }

[parameters]
top       = { type = "distance" }
system    = { type = "distance" }
length    = { type = "distance" }
documents = { type = "collection" }
size      = { type = "collection" }
rel       = { type = "distance" }

[also.ADR]
title    = "Average distance recall"
about    = """
    One minus how far the run gives documents less relevance than users do, on average. What it gives too much costs
    nothing; ADM = ADP + ADR - 1."""
formula  = "ADR = 1 - Σ max(URS(d) - SRS(d), 0) / m over the m documents d of the set"
monotone = true
parts    = { loss = "urs - srs" }
*/
select
    run,
    query_id,
    1 - sum(greatest({{ loss }}, 0) order by rank asc nulls last, urs desc) / {{ set_size() }} as value
from ({{ distances() }})
group by all
/*
example = [
    ["One relevant document at rank 1, two others retrieved, one relevant missed: 1 - (.999 + .998) / 4; 1 - 1 / 4.",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3 }, ADP = 0.50075, ADR = 0.75 }],
    ["One relevant document at rank 1, two others retrieved, one relevant missed, over the retrieved.",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, documents = "retrieved" }, ADP = 0.334333, ADR = 1 }],
    ["One relevant document at rank 1, two others retrieved, one relevant missed, over the relevant.",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, documents = "relevant" }, ADP = 1, ADR = 0.5 }],
    ["""One relevant document at rank 1, two others retrieved, one relevant missed, over a collection of 100: 1 -
        1.997 / 100; 1 - 1 / 100.""",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, documents = "collection", size = 100 } },
        { ADP = 0.98003, ADR = 0.99 }],
    ["Table 1, IRS1: users say .8, .4, .1; the run says .9, .5, .2.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2], with = { top = 1, system = "score" } },
        { ADP = 0.9, ADR = 1 }],
    ["Table 1, IRS2: users say .8, .4, .1; the run says 1, .6, .3.",
        { ranking = [0.8, 0.4, 0.1], scores = [1, 0.6, 0.3], with = { top = 1, system = "score" } },
        { ADP = 0.8, ADR = 1 }],
    ["Table 1, IRS3: users say .1, .8, .4; the run says 1, .8, .4.",
        { ranking = [0.1, 0.8, 0.4], scores = [1, 0.8, 0.4], with = { top = 1, system = "score" } },
        { ADP = 0.7, ADR = 1 }],
]
*/
