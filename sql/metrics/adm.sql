/*
name       = "ADM"
title      = "Average distance measure"
family     = "distance"
about      = """
    How near the relevance that the run gives each document is to the relevance that users give it. What is missed,
    the run gives 0; what is unjudged, users do."""
formula    = """
    ADM = 1 - Σ |SRS(d) - URS(d)|^power / m over the m documents d of the set; URS what users say, relevance / top;
    SRS what the run says"""
range      = [0, 1]
better     = "higher"
monotone   = false
when_empty = "null"
cite       = "Della Mea and Mizzaro, JASIST 55(6), 2004, equation 1. doi:10.1002/asi.10408"
papers     = ["Della Mea and Mizzaro 2004"]

[parameters]
top           = { type = "distance" }
system        = { type = "distance" }
length        = { type = "distance" }
documents     = { type = "collection" }
size          = { type = "collection" }
rel           = { type = "distance" }
power         = { type = "INTEGER", default = 1, within = "[1, 2]", about = "1: the distance; 2: its square" }
user_levels   = { type = "DOUBLE", default = inf, within = "[2, inf]", about = """
    number of equally spaced values from 0 to 1 to which the users' scores are rounded, halves up; inf: not rounded""" }
system_levels = { type = "DOUBLE", default = inf, within = "[2, inf]", about = "the same for the scores of the run" }

[also.ADP]
title   = "Average distance precision"
about   = """
    One minus how far the run gives documents more relevance than users do, on average. What it gives too little
    costs nothing; ADM = ADP + ADR - 1."""
formula = "ADP = 1 - Σ max(SRS(d) - URS(d), 0) / m over the m documents d of the set"
cite    = "Della Mea and Mizzaro, JASIST 55(6), 2004, section Adequacy. doi:10.1002/asi.10408"

[also.ADR]
title    = "Average distance recall"
about    = """
    One minus how far the run gives documents less relevance than users do, on average. What it gives too much costs
    nothing; ADM = ADP + ADR - 1."""
formula  = "ADR = 1 - Σ max(URS(d) - SRS(d), 0) / m over the m documents d of the set"
cite     = "Della Mea and Mizzaro, JASIST 55(6), 2004, section Adequacy. doi:10.1002/asi.10408"
monotone = true
*/
{%- set ADM.loss -%}
pow(abs({{ nearest('srs', '$system_levels') }} - {{ nearest('urs', '$user_levels') }}), $power)
{%- endset -%}
{%- set ADP.loss -%} greatest(srs - urs, 0) {%- endset -%}
{%- set ADR.loss -%} greatest(urs - srs, 0) {%- endset -%}
select
    run,
    query_id,
    1 - sum({{ loss }} order by rank asc nulls last, urs desc) / {{ set_size() }} as value
from ({{ distances() }})
group by all
/*
example = [
    ["""One relevant document at rank 1, two others retrieved, one relevant missed: 1 - (0 + .999 + .998 + 1) / 4; 1 -
        (.999 + .998) / 4; 1 - 1 / 4.""",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3 }, ADM = 0.25075, ADP = 0.50075, ADR = 0.75 }],
    ["One relevant document at rank 1, two others retrieved, one relevant missed, over the retrieved.",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, documents = "retrieved" } },
        { ADM = 0.334333, ADP = 0.334333, ADR = 1 }],
    ["One relevant document at rank 1, two others retrieved, one relevant missed, over the relevant.",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, documents = "relevant" } },
        { ADM = 0.5, ADP = 1, ADR = 0.5 }],
    ["""One relevant document at rank 1, two others retrieved, one relevant missed, over a collection of 100: 1 - 2.997
        / 100; 1 - 1.997 / 100; 1 - 1 / 100.""",
        { ranking = [3, 0, 0], missed = [3], with = { top = 3, documents = "collection", size = 100 } },
        { ADM = 0.97003, ADP = 0.98003, ADR = 0.99 }],
    ["Table 1, IRS1: users say .8, .4, .1; the run says .9, .5, .2.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2], with = { top = 1, system = "score" } },
        { ADM = 0.9, ADP = 0.9, ADR = 1 }],
    ["Table 1, IRS2: users say .8, .4, .1; the run says 1, .6, .3.",
        { ranking = [0.8, 0.4, 0.1], scores = [1, 0.6, 0.3], with = { top = 1, system = "score" } },
        { ADM = 0.8, ADP = 0.8, ADR = 1 }],
    ["Table 1, IRS3: users say .1, .8, .4; the run says 1, .8, .4.",
        { ranking = [0.1, 0.8, 0.4], scores = [1, 0.8, 0.4], with = { top = 1, system = "score" } },
        { ADM = 0.7, ADP = 0.7, ADR = 1 }],
    ["Table 1, IRS3, squared distance: users say .1, .8, .4; the run says 1, .8, .4.",
        { ranking = [0.1, 0.8, 0.4], scores = [1, 0.8, 0.4], with = { top = 1, system = "score", power = 2 } },
        { ADM = 0.73 }],
    ["Table 1, IRS1, relevant or not against retrieved or not: users say .8, .4, .1; the run says .9, .5, .2.",
        { ranking = [0.8, 0.4, 0.1], scores = [0.9, 0.5, 0.2] },
        { with = { top = 1, system = "score", user_levels = 2, system_levels = 2 }, ADM = 0.666667 }],
    ["Table 1, IRS2, three categories each: users say .8, .4, .1; the run says 1, .6, .3.",
        { ranking = [0.8, 0.4, 0.1], scores = [1, 0.6, 0.3] },
        { with = { top = 1, system = "score", user_levels = 3, system_levels = 3 }, ADM = 0.833333 }],
    ["Only ranks 1 and 2 have a score, 1 and 1/2; unjudged is 0 and a negative relevance too: 1 - (1 + 1/2 + 1) / 3.",
        { ranking = ["?", -1, 2], with = { top = 2, length = 2 }, ADM = 0.166667 }],
    ["All scores are equal, so the run gives 1 to each: 1 - (0 + 1) / 2.",
        { ranking = [1, 0], scores = [7, 7], with = { top = 1, system = "minmax" }, ADM = 0.5 }],
    ["Nothing retrieved: the run gives 0 to the two that are missed.",
        { ranking = [], missed = [2, 1], with = { top = 2 }, ADM = 0.25 }],
    ["No document is retrieved or relevant enough, so there is no distance.",
        { ranking = [], missed = [1], with = { top = 2, rel = 2 }, ADM = "null" }],
    ["A collection of 10 without a known document: no distance.",
        { ranking = [], missed = [0], with = { top = 1, documents = "collection", size = 10 }, ADM = 1 }],
    ["A collection whose documents are all known.",
        { ranking = [1, 0], with = { top = 1, documents = "collection", size = 2 }, ADM = 0.5005 }],
    ["Over the relevant, from grade 1 on: 1 - (1/2 + 1/2) / 2.",
        { ranking = [1, 0], missed = [1], with = { top = 2, documents = "relevant", rel = 1 }, ADM = 0.5 }],
    ["Over the relevant, which are those above 0.",
        { ranking = [0.5, 0], with = { top = 1, documents = "relevant" }, ADM = 0.5 }],
    ["Retrieved, or of grade 1 and missed: 1 - (.5 + .999 + .5) / 3.",
        { ranking = [1, 0], missed = [1], with = { top = 2, rel = 1 }, ADM = 0.333667 }],
    ["Past twice the length no score is below 0: 1 - (1 + 1/2 + 0 + 1) / 4.",
        { ranking = [0, 0, 0, 1], with = { top = 1, length = 2 }, ADM = 0.375 }],
    ["Scores from 0 to 1, both ends among them.",
        { ranking = [1, 0], scores = [1, 0], with = { top = 1, system = "score" }, ADM = 1 }],
    ["Scores 6, 4 and 2 scaled are 1, .5 and 0.",
        { ranking = [1, 0.5, 0], scores = [6, 4, 2], with = { top = 1, system = "minmax" }, ADM = 1 }],
    ["One score alone is scaled to 1.",
        { ranking = [1], scores = [7], with = { top = 1, system = "minmax" }, ADM = 1 }],
    ["The nearest to .4 of 0, 1/3, 2/3 and 1 is 1/3.",
        { ranking = [0.4], scores = [1], with = { top = 1, system = "score", user_levels = 4 }, ADM = 0.333333 }],
    ["Halfway between .28 and .30 is .30, though .29 * 50 comes out as 14.499999999999998.",
        { ranking = [0.29], scores = [0.3], with = { top = 1, system = "score", user_levels = 51 }, ADM = 1 }],
]
*/
