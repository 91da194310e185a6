/*
name    = "NERR11"
title   = "Nearly expected reciprocal rank, with a goal"
family  = "utility"
about   = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on as the user of INSQ does, who hopes for T documents worth 1."""
formula = """
    a(i) = (2 T / (i - 1 + 2 T))^2 Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0
    to 1"""
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 11. doi:10.1145/3471158.3472239"""
needs   = "relevant"

[parameters]
T          = { type = "goal" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "last" }

[rate]
residual = "NERR11_residual"

[rate.peers]
ir_measures = "NERR11(T={T:},min_rel={min_rel},max_rel={max_rel})"

[utility]
range = [0, 1]
*/
{%- set documents -%} {{ cascade(satisfying()) }} {%- endset -%}
{%- set gains -%} sum(reached * stops * pow(2 * $T / (rank - 1 + 2 * $T), 2) order by rank asc) {%- endset -%}

-- who is stopped looks at none of the ranks below
{%- set weights -%}
{{ insq_from('(2 * $T)') }} - sum(reached * stops * {{ insq_from('(rank + 2 * $T)') }} order by rank asc)
{%- endset -%}
{%- set examines -%} greatest(4 * $T * $T * ({{ weights }}), 1) {%- endset -%}
{%- set ratio -%}
sum(reached * stops / pow(rank - 1 + 2 * $T, 2) order by rank asc) / ({{ weights }})
{%- endset -%}

{%- set dearer -%}
select run, query_id, sum(more * reached * pow(2 * $T / (rank - 1 + 2 * $T), 2) order by rank asc) as more
from ({{ priced_below(stopping(scaled())) }})
where rank <= $k
group by all
{%- endset -%}

{%- set at_best -%} {{ cascade(satisfying_at_best()) }} {%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5] },
        { rate = 0.307692, utility = 0.444444, examined = 1.444444, cost = 2.307692 }],
    ["""Grades of which 1 is worth nothing, and 4 no more than 3. What all documents looked at cost; documents may
        cost nothing.""",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"] },
        { with = { min_rel = 1, max_rel = 3, T = 2, per = "search" } },
        { rate = 0.171502, utility = 0.385488, examined = 2.247710, cost = 2.764172 }],
    ["Relevant just at the last rank, and just below it. No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 } },
        { rate = 0.147541, utility = 0.250000, examined = 1.694444, cost = 10.000000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { T = 2 }, rate = 1.000000, utility = 1.000000, examined = 1.000000 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1] },
        { with = { k = 40, max_rel = 2, T = 2 }, rate = 0.005446, utility = 0.021523, examined = 3.952000 }],
    ["All that is looked at is worth 1: 1, though rounding makes it 1.0000000000000004.",
        { ranking = [1], with = { T = 2 }, rate = 1.0000000000000000 }],
    ["Grades to 3, none of which satisfies for sure.",
        { ranking = [1, 0, 2], with = { max_rel = 3 }, utility = 0.444444 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, examined = 1.965556, cost = 1.965556 }],
    ["Who is stopped at rank 1 looks at one document, though rounding makes it less.",
        { ranking = [1], with = { T = 5.4, k = 3 }, examined = 1.0000000000000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, cost = 1.163934 }],
    ["Grades to 3, none of which satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { max_rel = 3 }, cost = 5.361802 }],
    ["Unjudged at ranks 1 and 4.", { ranking = ["?", 0, 1, "?", 1], missed = [1], residual = 0.852459 }],
    ["Grades to 4, of which 1 is worth nothing; a negative relevance is none.",
        { ranking = [2, 0, -1, 3], with = { min_rel = 1, max_rel = 4, T = 2 }, residual = 0.167235 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, residual = 0.307692 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["All is judged, and nothing is worth anything.", { ranking = [0, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["A negative relevance says nothing.", { ranking = [-1], missed = [1], residual = 1.000000 }],
    ["All is judged, and what is beyond the ranking is not.", { ranking = [0, 0], missed = [1], residual = 0.147541 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], residual = 1.000000 }],
    ["Everything could be gained at rank 1: 1, though rounding makes it 1.0000000000000004.",
        { ranking = ["?"], missed = [1], with = { T = 2 }, residual = 1.0000000000000000 }],
]
*/
