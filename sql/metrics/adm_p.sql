/*
name       = "ADM_P"
title      = "Precision of relevance scores"
family     = "distance"
about      = """
    Of the documents whose relevance the run gets right, up to a tolerance, or puts too high, the share that it gets
    right."""
formula    = """
    P* = right / (right + over); right: |SRS(d) - URS(d)| <= tolerance; over: SRS(d) - URS(d) > tolerance; 0 for 0/0"""
range      = [0, 1]
better     = "higher"
monotone   = false
when_empty = "null"
cite       = "Della Mea and Mizzaro, JASIST 55(6), 2004, section Adequacy. doi:10.1002/asi.10408"
papers     = ["Della Mea and Mizzaro 2004"]
parts      = { others = "too_low" }

[parameters]
top       = { type = "distance" }
tolerance = { type = "DOUBLE", required = true, within = "[0, 1]", about = "largest distance that counts as right" }
system    = { type = "distance" }
length    = { type = "distance" }
documents = { type = "collection" }
size      = { type = "collection" }
rel       = { type = "distance" }

[also.ADM_R]
title    = "Recall of relevance scores"
about    = """
    Of the documents whose relevance the run gets right, up to a tolerance, or puts too low, the share that it gets
    right."""
formula  = """
    R* = right / (right + under); right: |SRS(d) - URS(d)| <= tolerance; under: URS(d) - SRS(d) > tolerance; 0 for
    0/0"""
monotone = true
parts    = { others = "too_high" }
*/
select run, query_id, coalesce((m - too_high - too_low) / nullif(m - {{ others }}, 0), 0) as value
from
    (
        select
            run,
            query_id,
            {{ set_size() }} as m,
            -- 12 decimals, so that .8 - .7 is no more than .1
            count(*) filter (round(srs - urs - $tolerance, 12) > 0) as too_high,
            count(*) filter (round(urs - srs - $tolerance, 12) > 0) as too_low
        from ({{ distances() }})
        group by all
    )
/*
example = [
    ["""One relevant document at rank 1, two others retrieved, one relevant missed: of the four, the first is right,
        two are over; of the four, the first is right, the last under.""",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, tolerance = 0.1 }, ADM_P = 0.333333, ADM_R = 0.5 }],
    ["""One relevant document at rank 1, two others retrieved, one relevant missed, in a collection of 100: 97 are
        right, two over; 97 are right, one under.""",
        { ranking = [3, 0, 0], missed = [3] },
        { with = { top = 3, tolerance = 0.1, documents = "collection", size = 100 } },
        { ADM_P = 0.979798, ADM_R = 0.989796 }],
    ["Table 1, IRS1: users say .8, .4, .1; the run says .9, .5, .2.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2], with = { top = 1, system = "score", tolerance = 0.15 } },
        { ADM_P = 1, ADM_R = 1 }],
    ["Table 1, IRS2: users say .8, .4, .1; the run says 1, .6, .3.",
        { ranking = [0.8, 0.4, 0.1], scores = [1, 0.6, 0.3], with = { top = 1, system = "score", tolerance = 0.15 } },
        { ADM_P = 0, ADM_R = 0 }],
    ["Table 1, IRS3: users say .1, .8, .4; the run says 1, .8, .4.",
        { ranking = [0.1, 0.8, 0.4], scores = [1, 0.8, 0.4], with = { top = 1, system = "score", tolerance = 0.15 } },
        { ADM_P = 0.666667, ADM_R = 1 }],
    ["A distance of .8 - .7 is within .1, above too.",
        { ranking = [0.7], scores = [0.8], with = { top = 1, system = "score", tolerance = 0.1 } },
        { ADM_P = 1, ADM_R = 1 }],
    ["None is right and none over: 0.", { ranking = [], missed = [1], with = { top = 1, tolerance = 0.1 }, ADM_P = 0 }],
    ["A distance of .8 - .7 is within .1, below too.",
        { ranking = [0.8], scores = [0.7], with = { top = 1, system = "score", tolerance = 0.1 } },
        { ADM_P = 1, ADM_R = 1 }],
    ["None is right and none under: 0.", { ranking = [0], with = { top = 1, tolerance = 0.1 }, ADM_R = 0 }],
]
*/
