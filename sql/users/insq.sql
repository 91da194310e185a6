/*
name    = "INSQ"
title   = "Inverse squares"
family  = "utility"
about   = """
    The rate at which a user gains who hopes for T documents worth 1, and goes on the more readily the deeper she is."""
formula = "a(i) = (2 T / (i - 1 + 2 T))^2; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"
cite    = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092"""
needs   = "relevant"

[parameters]
T          = { type = "goal" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "last" }

[rate]
formula  = """
    Σ g(i) w(i) over w(1) + ... + w(k); w(i) = 1 / (i - 1 + 2 T)^2; g(i) = (relevance - min_rel) / (max_rel -
    min_rel), from 0 to 1"""
residual = "INSQ_residual"
peers    = { ir_measures = "INSQ(T={T:},min_rel={min_rel},max_rel={max_rel})" }

[examined]
about   = "How many documents the user of INSQ is expected to look at; the same for every ranking."
formula = "a(1) + a(2) + ... + a(k); a(i) = (2 T / (i - 1 + 2 T))^2"
ties    = "no order changes it"

[residual]
formula  = "1 - Σ w(i) over the judged ranks i <= k, over w(1) + ... + w(k); w(i) = 1 / (i - 1 + 2 T)^2"
monotone = true
*/
{%- set rate -%}
select
    run,
    query_id,
    least(sum({{ scaled() }} / pow(rank - 1 + 2 * $T, 2) order by rank asc) / {{ insq_from('(2 * $T)') }}, 1) as value
from judged
where rank <= $k
group by all
{%- endset -%}

{%- set utility -%}
select run, query_id, 4 * $T * $T * sum({{ scaled() }} / pow(rank - 1 + 2 * $T, 2) order by rank asc) as value
from judged
where rank <= $k
group by all
{%- endset -%}

{%- set documents -%} select run, query_id from topics {%- endset -%}
-- at least 1, but for rounding
{%- set examines -%} greatest(4 * $T * $T * {{ insq_from('(2 * $T)') }}, 1) {%- endset -%}

{%- set dearer -%}
select run, query_id, sum((cost - $other_cost) * pow(2 * $T / (rank - 1 + 2 * $T), 2) order by rank asc) as more
from priced
where rank <= $k
group by all
{%- endset -%}

{%- set residual -%}
select
    run,
    query_id,
    greatest(1 - sum(1 / pow(rank - 1 + 2 * $T, 2) order by rank asc) / {{ insq_from('(2 * $T)') }}, 0) as value
from judged
where relevance >= 0 and rank <= $k
group by all
{%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5] },
        { rate = 0.234305, utility = 0.604444, cost = 1.980290 }],
    ["""Grades where 1 is worth nothing, and 4 no more than 3. What all documents looked at cost; documents may
        cost nothing.""",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"] },
        { with = { min_rel = 1, max_rel = 3, T = 2, per = "search" } },
        { rate = 0.148366, utility = 0.673753, cost = 5.547426 }],
    ["Relevant just at the last rank, and just below it. No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 } },
        { rate = 0.147541, utility = 0.250000, cost = 10.000000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { T = 2 }, rate = 0.318078, utility = 1.444444 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1] },
        { with = { k = 40, max_rel = 2, T = 2 }, rate = 0.006691, utility = 0.027923 }],
    ["""All that is looked at is worth 1: 1, though rounding makes it 1.0000000000000002. All is judged: 0, though
        rounding makes it less.""",
        { ranking = [1, 1], with = { T = 1.5, k = 2 }, rate = 1.0000000000000000, residual = 0.0000000000000000 }],
    ["Grades to 3; none satisfies for sure.",
        { ranking = [1, 0, 2], with = { max_rel = 3 }, utility = 0.500000 }],
    ["T = 1: 4 (1/4 + 1/9 + 1/16 + ...), which is 4 (pi^2 / 6 - 1).", { ranking = [1, 0], examined = 2.579736 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { T = 2 }, examined = 4.541167 }],
    ["To rank 3: 1 + 4/9 + 1/4.", { ranking = [1], with = { k = 3 }, examined = 1.694444 }],
    ["T = 8, and T = 20.", { ranking = [1], with = { T = 20 }, examined = 40.504166 }],
    ["To rank 1 alone: 1, though rounding makes it less.",
        { ranking = [1], with = { T = 2, k = 1 }, examined = 1.0000000000000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, cost = 1.163934 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, cost = 1.965556 }],
    ["Unjudged at ranks 1 and 4.", { ranking = ["?", 0, 1, "?", 1], missed = [1], residual = 0.687737 }],
    ["Grades to 4, where 1 is worth nothing; a negative relevance means unjudged.",
        { ranking = [2, 0, -1, 3], with = { T = 2 }, residual = 0.566955 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, residual = 0.262295 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["All is judged, and what is beyond the ranking is not.", { ranking = [0, 0], missed = [1], residual = 0.440081 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], residual = 1.000000 }],
]
*/
