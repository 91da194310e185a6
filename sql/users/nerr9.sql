/*
name    = "NERR9"
title   = "Nearly expected reciprocal rank, discounted by rank"
family  = "utility"
about   = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on from rank i with the chance i / (i + 1), to rank k at most."""
formula = "a(i) = 1/i Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 9. doi:10.1145/3471158.3472239"""
needs   = "relevant"

[parameters]
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "stop" }

[rate]
residual = "NERR9_residual"

[rate.peers]
ir_measures = "NERR9(min_rel={min_rel},max_rel={max_rel})@{k}"

[utility]
range = [0, 1]
*/
{%- set documents -%} {{ cascade(satisfying()) }} {%- endset -%}
{%- set gains -%} sum(reached * stops / rank order by rank asc) {%- endset -%}

-- who is stopped looks at none of the ranks below
{%- set examines -%}
{{ harmonic('$k') }} - sum(reached * stops * ({{ harmonic('$k') }} - {{ harmonic('rank') }}) order by rank asc)
{%- endset -%}

{%- set dearer -%}
select run, query_id, sum(more * reached / rank order by rank asc) as more
from ({{ priced_below(stopping(scaled())) }})
where rank <= $k
group by all
{%- endset -%}

{%- set at_best -%} {{ cascade(satisfying_at_best()) }} {%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { k = 10 } },
        { rate = 0.333333, utility = 0.500000, examined = 1.500000, cost = 2.333333 }],
    ["""Grades of which 1 is worth nothing, and 4 no more than 3. What all documents looked at cost; documents may
        cost nothing.""",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"] },
        { with = { k = 10, min_rel = 1, max_rel = 3, per = "search" } },
        { rate = 0.148936, utility = 0.291667, examined = 1.958333, cost = 2.333333 }],
    ["Relevant just at the last rank, and just below it. No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 } },
        { rate = 0.181818, utility = 0.333333, examined = 1.833333, cost = 10.000000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { k = 10 }, rate = 1.000000, utility = 1.000000, examined = 1.000000 }],
    ["Grades to 3, none of which satisfies for sure.",
        { ranking = [1, 0, 2], with = { k = 10, max_rel = 3 }, utility = 0.481481 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, examined = 2.283333, cost = 2.283333 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, cost = 1.227273 }],
    ["Grades to 3, none of which satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { k = 10, max_rel = 3 }, cost = 5.107152 }],
    ["Unjudged at ranks 1 and 4.",
        { ranking = ["?", 0, 1, "?", 1], missed = [1], with = { k = 10 }, residual = 0.818182 }],
    ["Grades to 4, of which 1 is worth nothing; a negative relevance is none.",
        { ranking = [2, 0, -1, 3], with = { k = 10, min_rel = 1, max_rel = 4 }, residual = 0.124467 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, residual = 0.333333 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["All is judged, and nothing is worth anything.", { ranking = [0, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["A negative relevance says nothing.", { ranking = [-1], missed = [1], with = { k = 10 }, residual = 1.000000 }],
    ["All is judged, and what is beyond the ranking is not.",
        { ranking = [0, 0], missed = [1], with = { k = 10 }, residual = 0.181818 }],
    ["An empty ranking could still be anything.",
        { ranking = [], missed = [1], with = { k = 10 }, residual = 1.000000 }],
    ["Relevant at the last rank: 1, less 1/3 over 1 + 1/2 + 1/3.",
        { ranking = ["?", 0, 1], with = { k = 3 }, residual = 0.818182 }],
    ["All is judged just down to the last rank, and nothing is worth anything.",
        { ranking = [0, 0], missed = [1], with = { k = 2 }, residual = 0.000000 }],
]
*/
