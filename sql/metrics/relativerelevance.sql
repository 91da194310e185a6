/*
name     = "RelativeRelevance"
title    = "Relative relevance"
family   = "distance"
about    = """
    The cosine of what users and what the run say of the same documents. It compares the shape of the two and not their
    height; a run that says half of all that users say is perfect. The rest of a collection would change nothing."""
formula  = "Σ SRS(d) URS(d) / √(Σ SRS(d)² Σ URS(d)²) over the documents d of the set; 0 if either has 0 for all"
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Borlund, Experimental components for the evaluation of interactive information retrieval systems, Journal of
    Documentation 56(1), 2000; named in Della Mea and Mizzaro, JASIST 55(6), 2004. doi:10.1002/asi.10408"""
papers   = ["Della Mea and Mizzaro 2004"]

[parameters]
top       = { type = "distance" }
system    = { type = "distance" }
length    = { type = "distance" }
documents = { type = "distance" }
rel       = { type = "distance" }
*/
select
    run,
    query_id,
    -- at most 1, but for rounding
    least(
        sum(srs * urs order by rank asc nulls last, urs desc) filter (urs > 0)
        / sqrt(
            sum(srs * srs order by rank asc nulls last, urs desc)
            * sum(urs * urs order by rank asc nulls last, urs desc) filter (urs > 0)
        ),
        1
    ) as value
from ({{ distances() }})
group by all
having max(srs) > 0 and max(urs) > 0
/*
example = [
    ["Users 1, 0, .5, the run 1, .75, .5: 1.25 / √(1.25 × 1.8125).",
        { ranking = [3, 0, 1.5], with = { top = 3, length = 4 }, value = 0.830455 }],
    ["With a missed document, to which the run gives 0: 1.25 / √(2.25 × 1.8125).",
        { ranking = [3, 0, 1.5], missed = [3], with = { top = 3, length = 4 }, value = 0.618984 }],
    ["Table 1, IRS2: users say .8, .4, .1; the run says 1, .6, .3.",
        { ranking = [0.8, 0.4, 0.1], scores = [1, 0.6, 0.3], with = { top = 1, system = "score" }, value = 0.987318 }],
    ["Half of all that users say is perfect.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.4, 0.2, 0.05], with = { top = 1, system = "score" }, value = 1 }],
    ["Nothing retrieved: 0.", { ranking = [], missed = [1], with = { top = 1 }, value = 0 }],
    ["The run's scores are those of the users over 3: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [0.9, 0.6], scores = [0.3, 0.2], value = 1.0000000000000000 },
        { with = { top = 1, system = "score" } }],
    ["Users find nothing relevant.",
        { ranking = [0], scores = [0.5], with = { top = 1, system = "score" }, value = 0 }],
]
*/
