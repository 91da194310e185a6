/*
name     = "TBG"
title    = "Time-biased gain"
family   = "utility"
about    = "The rate at which a user who goes on until some time is spent, half of all until h is gains."
formula  = """
    a(i) = 2^(-(c(1) + ... + c(i - 1)) / h); c(i) is what the document costs; g(i) = (relevance - min_rel) / (max_rel -
    min_rel), from 0 to 1"""
monotone = false
cite     = """
    Smucker and Clarke, Time-based calibration of effectiveness measures, SIGIR 2012, with gains and costs as
    Azzopardi, Thomas and Moffat have them, cwl_eval, SIGIR 2019. doi:10.1145/2348283.2348300"""

[parameters]
h          = { type = "DOUBLE", default = 224, above = 0, about = """
    half-life: how much is paid until half of the users have stopped""" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "thousandth" }

[examined]
range = [0, inf]

[examined.parameters]
min_rel = { type = "scale", idle = "true" }
max_rel = { type = "scale", idle = "true" }

[cost.parameters]
min_rel = { type = "scale", idle = "true" }
max_rel = { type = "scale", idle = "true" }
*/
{%- set documents -%}
select
    *,
    case when rank > 0 then pow(2, -above / $h) else 0 end as looks,
    -- of the ranks below, which cost the same: a geometric series
    pow(2, -spent / $h)
    * case
        when $other_cost > 0 then (1 - pow(2, -$other_cost * below / $h)) / (1 - pow(2, -$other_cost / $h))
        else below
    end as further
from ({{ paid_so_far() }})
{%- endset -%}

{%- set gains -%} sum(looks * worth order by rank asc) {%- endset -%}
{%- set examines -%} sum(looks + further order by rank asc) {%- endset -%}
{%- set bills -%}
select run, query_id, {{ examines }} as examined, sum(looks * more order by rank asc) as more
from ({{ documents }})
group by all
{%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { h = 4 } },
        { rate = 0.310551, utility = 1.060660, examined = 3.415411, cost = 2.120927 }],
    ["Half-way between the ends of the scale, and beyond them; three documents are looked at.",
        { ranking = [2, 0, 4, 1], missed = [1], costs = [1.5, 0.5, 2.5, 4] },
        { with = { h = 2.5, min_rel = 1, max_rel = 3, other_cost = 2, k = 3 } },
        { rate = 0.480886, utility = 1.074349, examined = 2.234103, cost = 1.461772 }],
    ["Documents whose cost is not given cost nothing.",
        { ranking = [0, 1, 1, "?", 1], missed = [1], costs = ["?", 3, "?", "?", 2] },
        { with = { h = 3, other_cost = 0, k = 8 } },
        { rate = 0.449950, utility = 2.000000, examined = 4.444941, cost = 0.899900 }],
    ["Without costs it is that of rank-biased precision, of p = 2^(-1 / h).",
        { ranking = [1, 0, 1], missed = [1], with = { h = 1, k = 6 } },
        { rate = 0.634921, utility = 1.250000, examined = 1.968750, cost = 1.000000 }],
    ["By default.",
        { ranking = [1, "?", 1], missed = [1], costs = [30, 20, 60] },
        { rate = 0.008344, utility = 1.856655, examined = 222.524096, cost = 1.435271 }],
    ["A document that is not judged costs much, and the one below the last rank more.",
        { ranking = ["?", 1, "?", 1, 1], missed = [1], costs = [0, "?", 9, "?", 20] },
        { with = { h = 6, other_cost = 1.5, k = 4 } },
        { rate = 0.413391, utility = 1.297302, examined = 3.138198, cost = 3.031682 }],
    ["Nothing retrieved.",
        { ranking = [], missed = [1], with = { h = 2, k = 3 } },
        { rate = 0.000000, utility = 0.000000, examined = 2.207107, cost = 1.000000 }],
    ["What all documents looked at cost.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { h = 4, per = "search" } },
        { cost = 7.243838 }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], missed = [1], with = { h = 2.5, min_rel = 1, max_rel = 3, other_cost = 10, k = 4 } },
        { cost = 10.000000 }],
]
*/
