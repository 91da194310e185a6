/*
name    = "NERR10"
title   = "Nearly expected reciprocal rank, with patience"
family  = "utility"
about   = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on with probability p."""
formula = """
    a(i) = p^(i - 1) Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 10. doi:10.1145/3471158.3472239"""
needs   = "relevant"

[parameters]
p          = { type = "DOUBLE", default = 0.9, within = "[0, 1)", about = """
    probability of reading on to the next document""" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "last" }

[rate]
residual = "NERR10_residual"

[rate.peers]
ir_measures = "NERR10(p={p},min_rel={min_rel},max_rel={max_rel})"

[utility]
range = [0, 1]
*/
{%- set documents -%} {{ cascade(satisfying()) }} {%- endset -%}
{%- set gains -%} sum(reached * stops * pow($p, rank - 1) order by rank asc) {%- endset -%}

-- who is stopped looks at none of the ranks below
{%- set examines -%}
greatest(
    (1 - pow($p, $k)) / (1 - $p)
    - sum(reached * stops * (pow($p, rank) - pow($p, $k)) / (1 - $p) order by rank asc),
    1
)
{%- endset -%}

{%- set dearer -%}
select run, query_id, sum(more * reached * pow($p, rank - 1) order by rank asc) as more
from ({{ priced_below(stopping(scaled())) }})
where rank <= $k
group by all
{%- endset -%}

{%- set at_best -%} {{ cascade(satisfying_at_best()) }} {%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5] },
        { rate = 0.473684, utility = 0.900000, examined = 1.900000, cost = 2.473684 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, p = 0.5 } },
        { rate = 0.103448, utility = 0.187500, examined = 1.812500 }],
    ["Relevant just at the last rank, and just below it. No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 } },
        { rate = 0.298893, utility = 0.810000, examined = 2.710000, cost = 10.000000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { p = 0.5 }, rate = 1.000000, utility = 1.000000, examined = 1.000000 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1] },
        { with = { k = 40, max_rel = 2, p = 0.5 }, rate = 0.000001, utility = 0.000001, examined = 1.999999 }],
    ["All that is looked at is worth 1: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [1], with = { k = 3 }, rate = 1.0000000000000000 }],
    ["Grades to 3, none of which satisfies for sure.",
        { ranking = [1, 0, 2], with = { max_rel = 3 }, utility = 0.693333 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, examined = 4.095100, cost = 4.095100 }],
    ["Who is stopped at rank 1 looks at one document, though rounding makes it less.",
        { ranking = [1], with = { p = 0.72, k = 3 }, examined = 1.0000000000000000 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], with = { min_rel = 1, max_rel = 3, per = "search" } },
        { cost = 4.483000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, cost = 1.431734 }],
    ["Grades to 3, none of which satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { max_rel = 3 }, cost = 3.176064 }],
    ["Unjudged at ranks 1 and 4.", { ranking = ["?", 0, 1, "?", 1], missed = [1], residual = 0.701107 }],
    ["Grades to 4, of which 1 is worth nothing; a negative relevance is none.",
        { ranking = [2, 0, -1, 3], with = { min_rel = 1, max_rel = 4, p = 0.5 }, residual = 0.091954 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, residual = 0.473684 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["All is judged, and nothing is worth anything.", { ranking = [0, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["A negative relevance says nothing.", { ranking = [-1], missed = [1], residual = 1.000000 }],
    ["All is judged, and what is beyond the ranking is not.", { ranking = [0, 0], missed = [1], residual = 0.298893 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], residual = 1.000000 }],
    ["Everything could be gained at rank 1: 1, though rounding makes it 1.0000000000000002.",
        { ranking = ["?"], missed = [1], with = { k = 3 }, residual = 1.0000000000000000 }],
]
*/
