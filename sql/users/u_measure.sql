/*
name     = "U_measure"
title    = "U-measure"
family   = "utility"
about    = "The rate at which a user who reads until some text is read, L at most gains."
formula  = """
    a(i) = max(0, 1 - (c(1) + ... + c(i - 1)) / L); c(i) is what the document costs; g(i) = (relevance - min_rel) /
    (max_rel - min_rel), from 0 to 1"""
monotone = false
cite     = """
    Sakai and Dou, Summaries, ranked retrieval and sessions, SIGIR 2013, with gains and costs as Azzopardi, Thomas and
    Moffat have them, cwl_eval, SIGIR 2019. doi:10.1145/2484028.2484031"""

[parameters]
L          = { type = "DOUBLE", default = 1000, above = 0, about = """
    cost at which the last user stops; the probability of reading on falls linearly until then""" }
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

[also.TBG]
title   = "Time-biased gain"
about   = "The rate at which a user who goes on until some time is spent, half of all until h is gains."
formula = """
    a(i) = 2^(-(c(1) + ... + c(i - 1)) / h); c(i) is what the document costs; g(i) = (relevance - min_rel) / (max_rel -
    min_rel), from 0 to 1"""
cite    = """
    Smucker and Clarke, Time-based calibration of effectiveness measures, SIGIR 2012, with gains and costs as
    Azzopardi, Thomas and Moffat have them, cwl_eval, SIGIR 2019. doi:10.1145/2348283.2348300"""

[also.TBG.parameters]
h = { type = "DOUBLE", default = 224, above = 0, about = """
    half-life: how much is paid until half of the users have stopped""" }
*/
{%- set U_measure.documents -%}
select
    *,
    case when rank > 0 then greatest(1 - above / $L, 0) else 0 end as looks,
    greatest(reached * (1 - (spent + $other_cost * (reached - 1) / 2) / $L), 0) as further
from
    (
        -- of the ranks below, which cost the same, those that somebody reaches before L is paid
        select
            *,
            greatest(least(below, case when $other_cost > 0 then ceil(($L - spent) / $other_cost) else below end), 0)
            as reached
        from ({{ paid_so_far() }})
    )
{%- endset -%}

{%- set TBG.documents -%}
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
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { L = 20, h = 4 } },
        { U_measure = { rate = 0.285714, utility = 1.600000, examined = 5.600000, cost = 2.000000 } },
        { TBG = { rate = 0.310551, utility = 1.060660, examined = 3.415411, cost = 2.120927 } }],
    ["What all documents looked at cost.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { L = 20, per = "search", h = 4 } },
        { U_measure = { cost = 11.200000 }, TBG = { cost = 7.243838 } }],
    ["Half-way between the ends of the scale, and beyond them; three documents are looked at.",
        { ranking = [2, 0, 4, 1], missed = [1], costs = [1.5, 0.5, 2.5, 4] },
        { with = { L = 7, min_rel = 1, max_rel = 3, other_cost = 2, k = 3, h = 2.5 } },
        { U_measure = { rate = 0.485714, utility = 1.214286, examined = 2.500000, cost = 1.471429 } },
        { TBG = { rate = 0.480886, utility = 1.074349, examined = 2.234103, cost = 1.461772 } }],
    ["Documents whose cost is not given cost nothing; all has been read at the last.",
        { ranking = [0, 1, 1, "?", 1], missed = [1], costs = ["?", 3, "?", "?", 2] },
        { with = { L = 5, other_cost = 0, k = 8, h = 3 } },
        { U_measure = { rate = 0.562500, utility = 1.800000, examined = 3.200000, cost = 1.187500 } },
        { TBG = { rate = 0.449950, utility = 2.000000, examined = 4.444941, cost = 0.899900 } }],
    ["All has been read before the fourth document.",
        { ranking = [0, 1, "?", 1, 1], missed = [1], costs = ["?", 3, 9, "?", 2] },
        { with = { L = 8, other_cost = 0, k = 8 } },
        { U_measure = { rate = 0.380952, utility = 1.000000, examined = 2.625000, cost = 3.285714 } }],
    ["Text ends within the ranking, between two documents whose cost is given.",
        { ranking = [1, "?", "?", "?", 1, 1], missed = [1], costs = ["?", "?", "?", "?", "?", 2] },
        { with = { L = 3.5, k = 8 } },
        { U_measure = { rate = 0.437500, utility = 1.000000, examined = 2.285714, cost = 1.000000 } }],
    ["All has been read two ranks below the second relevant document.",
        { ranking = [1, "?", 1], missed = [1], with = { L = 9, other_cost = 2, k = 8 } },
        { U_measure = { rate = 0.560000, utility = 1.555556, examined = 2.777778, cost = 2.000000 } }],
    ["By default.",
        { ranking = [1, "?", 1], missed = [1], costs = [300, 200, 60] },
        { U_measure = { rate = 0.015118, utility = 1.500000, examined = 99.220000, cost = 5.714775 } }],
    ["A document that is not judged costs much, and the one below the last rank more.",
        { ranking = ["?", 1, "?", 1, 1], missed = [1], costs = [0, "?", 9, "?", 20] },
        { with = { L = 12, other_cost = 1.5, k = 4, h = 6 } },
        { U_measure = { rate = 0.375000, utility = 1.125000, examined = 3.000000, cost = 3.187500 } },
        { TBG = { rate = 0.413391, utility = 1.297302, examined = 3.138198, cost = 3.031682 } }],
    ["Nothing retrieved.",
        { ranking = [], missed = [1], with = { L = 2, k = 3, h = 2 } },
        { U_measure = { rate = 0.000000, utility = 0.000000, examined = 1.500000, cost = 1.000000 } },
        { TBG = { rate = 0.000000, utility = 0.000000, examined = 2.207107, cost = 1.000000 } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], missed = [1] },
        { with = { L = 7, min_rel = 1, max_rel = 3, other_cost = 10, k = 4, h = 2.5 } },
        { U_measure = { cost = 10.000000 }, TBG = { cost = 10.000000 } }],
    ["Without costs it is that of rank-biased precision, of p = 2^(-1 / h).",
        { ranking = [1, 0, 1], missed = [1], with = { h = 1, k = 6 } },
        { TBG = { rate = 0.634921, utility = 1.250000, examined = 1.968750, cost = 1.000000 } }],
    ["By default.",
        { ranking = [1, "?", 1], missed = [1], costs = [30, 20, 60] },
        { TBG = { rate = 0.008344, utility = 1.856655, examined = 222.524096, cost = 1.435271 } }],
]
*/
