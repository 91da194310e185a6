/*
name       = "ThresholdR"
title      = "Recall at thresholds"
family     = "distance"
about      = """
    Of the documents that users score at their threshold or above, the share that the run does at its. The rest of a
    collection would change nothing."""
formula    = """
    ThresholdR = β / (β + δ); β: URS(d) >= user_threshold and SRS(d) >= system_threshold; δ: only URS(d) is; 0 for
    0/0"""
range      = [0, 1]
better     = "higher"
when_empty = "null"
cite       = "Della Mea and Mizzaro, JASIST 55(6), 2004, figure 2 and table 1. doi:10.1002/asi.10408"
papers     = ["Della Mea and Mizzaro 2004"]

[parameters]
top              = { type = "distance" }
user_threshold   = { type = "distance" }
system_threshold = { type = "distance" }
system           = { type = "distance" }
length           = { type = "distance" }
documents        = { type = "distance", idle = "documents == 'relevant' and rel == 0" }
rel              = { type = "distance" }
*/
select
    run,
    query_id,
    coalesce(
        count(*) filter (srs >= $system_threshold and urs >= $user_threshold)
        / nullif(count(*) filter (urs >= $user_threshold), 0),
        0
    ) as value
from ({{ distances() }})
group by all
/*
example = [
    ["""Users' scores 1, 0, 2/3, 1/3, 0 and, by rank, the run's 1, .75, .5, .25, 0; a missed document has 2/3 and 0: β =
        2, δ = 1.""",
        { ranking = [3, 0, 2, 1, 0], missed = [2], with = { top = 3, length = 4 }, value = 0.666667 }],
    ["Table 1, IRS1, both thresholds .5: users say .8, .4, .1; the run says .9, .5, .2.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2], with = { top = 1, system = "score" }, value = 1 }],
    ["Table 1, IRS2, both thresholds .5: users say .8, .4, .1; the run says 1, .6, .3.",
        { ranking = [0.8, 0.4, 0.1], scores = [1, 0.6, 0.3], with = { top = 1, system = "score" }, value = 1 }],
    ["Table 1, IRS3, both thresholds .5: users say .1, .8, .4; the run says 1, .8, .4.",
        { ranking = [0.1, 0.8, 0.4], scores = [1, 0.8, 0.4], with = { top = 1, system = "score" }, value = 1 }],
    ["Users score nothing as high: 0.", { ranking = [1, 0], with = { top = 3 }, value = 0 }],
    ["What has the users' threshold is relevant, found or missed.",
        { ranking = [1, 0], missed = [1], with = { top = 2 }, value = 0.5 }],
]
*/
