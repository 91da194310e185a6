/*
name       = "ThresholdP"
title      = "Precision at thresholds"
family     = "distance"
about      = """
    Of the documents that the run scores at its threshold or above, the share that users do at theirs. The rest of a
    collection would change nothing."""
formula    = """
    ThresholdP = β / (α + β); β: URS(d) >= user_threshold and SRS(d) >= system_threshold; α: only SRS(d) is; 0 for
    0/0"""
range      = [0, 1]
better     = "higher"
when_empty = "null"
cite       = "Della Mea and Mizzaro, JASIST 55(6), 2004, figure 2 and table 1. doi:10.1002/asi.10408"
papers     = ["Della Mea and Mizzaro 2004"]
parts      = { value = "coalesce(beta / nullif(alpha + beta, 0), 0)" }

[parameters]
top              = { type = "distance" }
user_threshold   = { type = "distance" }
system_threshold = { type = "distance" }
system           = { type = "distance" }
length           = { type = "distance" }
documents        = { type = "distance" }
rel              = { type = "distance" }

[also.ThresholdR]
title      = "Recall at thresholds"
about      = """
    Of the documents that users score at their threshold or above, the share that the run does at its. The rest of a
    collection would change nothing."""
formula    = """
    ThresholdR = β / (β + δ); β: URS(d) >= user_threshold and SRS(d) >= system_threshold; δ: only URS(d) is; 0 for
    0/0"""
parts      = { value = "coalesce(beta / nullif(beta + delta, 0), 0)" }

[also.ThresholdE]
title   = "E at thresholds"
about   = """
    The mean of precision and recall at thresholds. It is the paper's E, not van Rijsbergen's, which is better when
    lower."""
formula = """
    E = (P + R) / 2; P = β / (α + β), R = β / (β + δ), 0 for 0/0; β: URS(d) >= user_threshold and SRS(d) >=
    system_threshold; α: only SRS(d) is; δ: only URS(d) is"""
parts   = { value = "(coalesce(beta / nullif(alpha + beta, 0), 0) + coalesce(beta / nullif(beta + delta, 0), 0)) / 2" }

[also.Fallout]
title   = "Fallout at thresholds"
about   = """
    Of the documents that users score below their threshold, the share that the run scores at its threshold or above."""
formula = """
    fallout = α / (α + γ); α: only SRS(d) >= system_threshold; γ: neither that nor URS(d) >= user_threshold; 0 for
    0/0"""
better  = "lower"
parts   = { value = "coalesce(alpha / nullif(all_known - (beta + delta), 0), 0)" }

[also.Fallout.parameters]
top              = { type = "distance" }
user_threshold   = { type = "distance" }
system_threshold = { type = "distance" }
system           = { type = "distance" }
length           = { type = "distance" }
documents        = { type = "collection" }
size             = { type = "collection" }
*/
{%- set and_all -%} {%- endset -%}
{%- set Fallout.and_all -%} , {{ set_size() }} as all_known {%- endset -%}
select run, query_id, {{ value }} as value
from
    (
        select
            run,
            query_id,
            count(*) filter (srs >= $system_threshold and urs >= $user_threshold) as beta,
            count(*) filter (srs >= $system_threshold and urs < $user_threshold) as alpha,
            count(*) filter (srs < $system_threshold and urs >= $user_threshold) as delta{{ and_all }}
        from ({{ distances() }})
        group by all
    )
/*
example = [
    ["""Users' scores 1, 0, 2/3, 1/3, 0 and, by rank, the run's 1, .75, .5, .25, 0; a missed document has 2/3 and 0: α =
        1, β = 2; β = 2, δ = 1; P = R = 2/3; α = 1, γ = 2.""",
        { ranking = [3, 0, 2, 1, 0], missed = [2], with = { top = 3, length = 4 } },
        { ThresholdP = 0.666667, ThresholdR = 0.666667, ThresholdE = 0.666667, Fallout = 0.333333 }],
    ["Table 1, IRS1, both thresholds .5: users say .8, .4, .1; the run says .9, .5, .2.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2], with = { top = 1, system = "score" } },
        { ThresholdP = 0.5, ThresholdR = 1, ThresholdE = 0.75, Fallout = 0.5 }],
    ["Table 1, IRS2, both thresholds .5: users say .8, .4, .1; the run says 1, .6, .3.",
        { ranking = [0.8, 0.4, 0.1], scores = [1, 0.6, 0.3], with = { top = 1, system = "score" } },
        { ThresholdP = 0.5, ThresholdR = 1, ThresholdE = 0.75, Fallout = 0.5 }],
    ["Table 1, IRS3, both thresholds .5: users say .1, .8, .4; the run says 1, .8, .4.",
        { ranking = [0.1, 0.8, 0.4], scores = [1, 0.8, 0.4], with = { top = 1, system = "score" } },
        { ThresholdP = 0.5, ThresholdR = 1, ThresholdE = 0.75, Fallout = 0.5 }],
    ["A threshold belongs to what is above it; the run scores nothing as high: 0.",
        { ranking = [1, 0], scores = [0.5, 0.4], with = { top = 2, system = "score", system_threshold = 0.6 } },
        { ThresholdP = 0 }],
    ["The same at .5: what has the threshold's score is above it.",
        { ranking = [1, 0], scores = [0.5, 0.4], with = { top = 2, system = "score" }, ThresholdP = 1 }],
    ["Halfway between the scores is .5, though (.3 - .2) / (.4 - .2) comes out as less.",
        { ranking = [0, 1, 0], scores = [0.4, 0.3, 0.2], with = { top = 1, system = "minmax" }, ThresholdP = 0.5 }],
    ["Users score nothing as high: 0.", { ranking = [1, 0], with = { top = 3 }, ThresholdR = 0 }],
    ["What has the users' threshold is relevant, found or missed.",
        { ranking = [1, 0], missed = [1], with = { top = 2 }, ThresholdR = 0.5 }],
    ["""Half of what is retrieved is relevant, and all that is relevant is retrieved; the missed document is not
        relevant enough.""",
        { ranking = [2, 0], missed = [1], with = { top = 3 }, ThresholdE = 0.75 }],
    ["What has the users' threshold is relevant: P = 1/3, R = 1/2.",
        { ranking = [1, 0, 0], missed = [1], with = { top = 2 }, ThresholdE = 0.416667 }],
    ["Nothing is retrieved, so P is 0 / 0, and R is 0.",
        { ranking = [], missed = [2], with = { top = 2 }, ThresholdE = 0 }],
    ["Nothing is relevant, so R is 0 / 0, and P is 0.", { ranking = [0], with = { top = 2 }, ThresholdE = 0 }],
    ["Table 1, IRS1, in a collection of 101: users say .8, .4, .1; the run says .9, .5, .2.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2] },
        { with = { top = 1, system = "score", documents = "collection", size = 101 }, Fallout = 0.01 }],
    ["Users score everything as high: 0.", { ranking = [1, 1], with = { top = 1 }, Fallout = 0 }],
    ["What has the users' threshold is relevant; both of the others are retrieved.",
        { ranking = [1, 0, 0], with = { top = 2 }, Fallout = 1 }],
]
*/
