/*
name    = "ERR"
title   = "Expected reciprocal rank"
family  = "first"
about   = """
    The mean of one over the rank at which a user stops who goes down the ranking and is stopped by each document with
    a chance that grows with its gain."""
formula = """
    ERR@k = Σ 1/i c(i) Π (1 - c(j)), j = 1..i - 1, i = 1..k; c(i) = (2^g(i) - 1) / 2^top, or g(i) / (top + 1) by
    chance = 'linear'"""
range   = [0, 1]
better  = "higher"
cite    = """
    Chapelle, Metzler, Zhang and Grinspan, Expected reciprocal rank for graded relevance, CIKM 2009.
    doi:10.1145/1645953.1646033"""
needs   = "relevant"
peers   = { ir_measures = "ERR@{k}" }

[parameters]
chance = { type = "VARCHAR", default = "exp", one_of = ["exp", "linear"], about = """
    probability that a gain g stops the user: (2^g - 1) / 2^top, as in gdeval; or g / (top + 1), as in NTCIREVAL""" }
top    = { type = "DOUBLE", default = 4, above = 0, about = """
    highest gain of the scale; 4 in the TREC Web tracks and in gdeval""" }
gains  = { type = "gains" }
k      = { type = "cutoff" }

[also.nERR]
title   = "Normalized expected reciprocal rank"
about   = "Expected reciprocal rank as a share of what the best ordering of all judged documents would give."
formula = "nERR@k = ERR@k over the ERR@k of all judgments, highest gain first"
cite    = """
    Sakai and Song, Evaluating diversified search results using per-intent graded relevance, SIGIR 2011, as NTCIREVAL
    has it. doi:10.1145/2009916.2010055"""
*/
{%- set errs -%}
select run, query_id, sum(reached * stops / rank order by rank asc) as value
from ({{ cascade(stopping(chance_of(gain()))) }})
group by all
{%- endset -%}

{%- set ERR.query -%} {{ errs }} {%- endset -%}
{%- set nERR.query -%}
select run, query_id, least(errs.value / ideal_err, 1) as value
from ({{ errs }}) as errs
join ({{ ideal_errs() }}) using (query_id)
where ideal_err > 0
{%- endset -%}

{{ query }}
/*
example = [
    ["Gains to 4: 15/16 at rank 1, then 1/16 of 1/16 / 2, and 1/16 15/16 of 3/16 / 4.",
        { ranking = [4, 1, 0, 2], ERR = 0.942200 }],
    ["A scale to 1, by half chances: 1/2 + 1/2 of 1/2 / 2.", { ranking = [1, 1], with = { top = 1 }, ERR = 0.625 }],
    ["By linear chances of a scale to 2: 2/3 / 2 + 1/3 of 1/3 / 3.",
        { ranking = [0, 2, 1], with = { top = 2, chance = "linear" }, ERR = 0.370370 }],
    ["Relevant just at the cutoff, and just below it; a negative relevance stops nobody.",
        { ranking = [-1, 1, 1], with = { top = 1, k = 2 }, ERR = 0.25 }],
    ["Gains to 4, one of 2 being missed: 1/16 + 15/16 7/16 / 2 over 7/16 + 9/16 3/16 / 2 + 9/16 13/16 1/16 / 3.",
        { ranking = [1, 3], missed = [2], nERR = 0.535418 }],
    ["To rank 2, by linear chances of a scale to 2: 1/3 / 2 over 2/3 + 1/3 1/3 / 2.",
        { ranking = [0, 1, 2], missed = [1], with = { top = 2, chance = "linear", k = 2 }, nERR = 0.230769 }],
    ["Half chances: 1/2 / 2 over 1/2 + 1/2 1/2 / 2.",
        { ranking = [-1, 1], missed = [1], with = { top = 1 }, nERR = 0.400000 }],
    ["Every gain, highest first.", { ranking = [3, 1], nERR = 1.0000000000000000 }],
    ["Weights that gain nothing have no ideal.", { ranking = [1], with = { gains = "0-0" }, nERR = 0 }],
]
*/
