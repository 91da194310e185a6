/*
name    = "NERR8"
title   = "Nearly expected reciprocal rank, undiscounted"
family  = "utility"
about   = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on, to rank k at most."""
formula = "a(i) = Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"
cite    = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 8. doi:10.1145/3471158.3472239"
needs   = "relevant"

[parameters]
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "stop" }

[rate]
residual = "NERR8_residual"
peers    = { ir_measures = "NERR8(min_rel={min_rel},max_rel={max_rel})@{k}" }

[utility]
range = [0, 1]

[also.NERR9]
title   = "Nearly expected reciprocal rank, discounted by rank"
about   = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on from rank i with the chance i / (i + 1), to rank k at most."""
formula = "a(i) = 1/i Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"
cite    = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 9. doi:10.1145/3471158.3472239"

[also.NERR9.rate]
residual = "NERR9_residual"
peers    = { ir_measures = "NERR9(min_rel={min_rel},max_rel={max_rel})@{k}" }

[also.NERR10]
title   = "Nearly expected reciprocal rank, with patience"
about   = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on with probability p."""
formula = "a(i) = p^(i - 1) Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"
cite    = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 10. doi:10.1145/3471158.3472239"

[also.NERR10.parameters]
p = { type = "DOUBLE", default = 0.9, within = "[0, 1)", about = "probability of reading on to the next document" }
k = { type = "last" }

[also.NERR10.rate]
residual = "NERR10_residual"
peers    = { ir_measures = "NERR10(p={p},min_rel={min_rel},max_rel={max_rel})" }

[also.NERR11]
title   = "Nearly expected reciprocal rank, with a goal"
about   = """
    The rate at which a user gains whom each document satisfies with the chance that it is worth, and who stops
    then; otherwise she goes on as the user of INSQ does, who hopes for T documents worth 1."""
formula = """
    a(i) = (2 T / (i - 1 + 2 T))^2 Π (1 - g(j)), j < i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0
    to 1"""
cite    = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 11. doi:10.1145/3471158.3472239"

[also.NERR11.parameters]
T = { type = "goal" }
k = { type = "last" }

[also.NERR11.rate]
residual = "NERR11_residual"
peers    = { ir_measures = "NERR11(T={T:},min_rel={min_rel},max_rel={max_rel})" }
*/
{%- set documents -%} {{ cascade(satisfying()) }} {%- endset -%}
{%- set at_best -%} {{ cascade(satisfying_at_best()) }} {%- endset -%}
{%- set dearer -%}
select run, query_id, sum(more * {{ looks }} order by rank asc) as more
from ({{ priced_below(stopping(scaled())) }})
where rank <= $k
group by all
{%- endset -%}

-- who is stopped looks at none of the ranks below
{%- set NERR8.looks -%} reached {%- endset -%}
{%- set NERR8.gains -%} least(sum(reached * stops order by rank asc), 1) {%- endset -%}
{%- set NERR8.examines -%} $k - sum(reached * stops * ($k - rank) order by rank asc) {%- endset -%}

{%- set NERR9.looks -%} reached / rank {%- endset -%}
{%- set NERR9.gains -%} sum(reached * stops / rank order by rank asc) {%- endset -%}
{%- set NERR9.examines -%}
{{ harmonic('$k') }} - sum(reached * stops * ({{ harmonic('$k') }} - {{ harmonic('rank') }}) order by rank asc)
{%- endset -%}

{%- set NERR10.looks -%} reached * pow($p, rank - 1) {%- endset -%}
{%- set NERR10.gains -%} sum(reached * stops * pow($p, rank - 1) order by rank asc) {%- endset -%}
{%- set NERR10.examines -%}
greatest(
    (1 - pow($p, $k)) / (1 - $p)
    - sum(reached * stops * (pow($p, rank) - pow($p, $k)) / (1 - $p) order by rank asc),
    1
)
{%- endset -%}

{%- set NERR11.looks -%} reached * pow(2 * $T / (rank - 1 + 2 * $T), 2) {%- endset -%}
{%- set NERR11.gains -%} sum(reached * stops * pow(2 * $T / (rank - 1 + 2 * $T), 2) order by rank asc) {%- endset -%}
{%- set NERR11.weights -%}
{{ insq_from('(2 * $T)') }} - sum(reached * stops * {{ insq_from('(rank + 2 * $T)') }} order by rank asc)
{%- endset -%}
{%- set NERR11.examines -%} greatest(4 * $T * $T * ({{ weights }}), 1) {%- endset -%}
{%- set NERR11.ratio -%}
sum(reached * stops / pow(rank - 1 + 2 * $T, 2) order by rank asc) / ({{ weights }})
{%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5] },
        { NERR8 = { with = { k = 10 }, rate = 0.500000, utility = 1.000000, examined = 2.000000, cost = 2.500000 } },
        { NERR9 = { with = { k = 10 }, rate = 0.333333, utility = 0.500000, examined = 1.500000, cost = 2.333333 } },
        { NERR10 = { rate = 0.473684, utility = 0.900000, examined = 1.900000, cost = 2.473684 } },
        { NERR11 = { rate = 0.307692, utility = 0.444444, examined = 1.444444, cost = 2.307692 } }],
    ["""Grades where 1 is worth nothing, and 4 no more than 3. What all documents looked at cost; documents may cost
        nothing.""",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"] },
        { with = { min_rel = 1, max_rel = 3, per = "search", T = 2 } },
        { NERR8 = { with = { k = 10 }, rate = 0.285714, utility = 1.000000, examined = 3.500000, cost = 5.500000 } },
        { NERR9 = { with = { k = 10 }, rate = 0.148936, utility = 0.291667, examined = 1.958333, cost = 2.333333 } },
        { NERR10 = { cost = 4.483000 } },
        { NERR11 = { rate = 0.171502, utility = 0.385488, examined = 2.247710, cost = 2.764172 } }],
    ["Relevant just at the last rank, and just below it. No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 } },
        { NERR8 = { rate = 0.333333, utility = 1.000000, examined = 3.000000, cost = 10.000000 } },
        { NERR9 = { rate = 0.181818, utility = 0.333333, examined = 1.833333, cost = 10.000000 } },
        { NERR10 = { rate = 0.298893, utility = 0.810000, examined = 2.710000, cost = 10.000000 } },
        { NERR11 = { rate = 0.147541, utility = 0.250000, examined = 1.694444, cost = 10.000000 } }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { p = 0.5, T = 2 } },
        { NERR8 = { with = { k = 10 }, rate = 1.000000, utility = 1.000000, examined = 1.000000 } },
        { NERR9 = { with = { k = 10 }, rate = 1.000000, utility = 1.000000, examined = 1.000000 } },
        { NERR10 = { rate = 1.000000, utility = 1.000000, examined = 1.000000 } },
        { NERR11 = { rate = 1.000000, utility = 1.000000, examined = 1.000000 } }],
    ["Grades to 3; none satisfies for sure.",
        { ranking = [1, 0, 2], with = { max_rel = 3 }, NERR8 = { with = { k = 10 }, utility = 0.777778 } },
        { NERR9 = { with = { k = 10 }, utility = 0.481481 }, NERR10 = { utility = 0.693333 } },
        { NERR11 = { utility = 0.444444 } }],
    ["The third document satisfies everyone: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [2, 5, 6], with = { k = 10, max_rel = 6 }, NERR8 = { utility = 1.0000000000000000 } }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" } },
        { NERR8 = { examined = 5.000000, cost = 5.000000 }, NERR9 = { examined = 2.283333, cost = 2.283333 } },
        { NERR10 = { examined = 4.095100, cost = 4.095100 }, NERR11 = { examined = 1.965556, cost = 1.965556 } }],
    ["An empty ranking could still be anything.",
        { ranking = [], missed = [1], NERR8 = { with = { k = 10 }, residual = 1.000000 } },
        { NERR9 = { with = { k = 10 }, residual = 1.000000 }, NERR10 = { residual = 1.000000 } },
        { NERR11 = { residual = 1.000000 } }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 } },
        { NERR8 = { cost = 1.500000 }, NERR9 = { cost = 1.227273 }, NERR10 = { cost = 1.431734 } },
        { NERR11 = { cost = 1.163934 } }],
    ["Grades to 3; none satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { max_rel = 3 } },
        { NERR8 = { with = { k = 10 }, cost = 3.200000 }, NERR9 = { with = { k = 10 }, cost = 5.107152 } },
        { NERR10 = { cost = 3.176064 }, NERR11 = { cost = 5.361802 } }],
    ["Unjudged at ranks 1 and 4.",
        { ranking = ["?", 0, 1, "?", 1], missed = [1], NERR8 = { with = { k = 10 }, residual = 0.666667 } },
        { NERR9 = { with = { k = 10 }, residual = 0.818182 }, NERR10 = { residual = 0.701107 } },
        { NERR11 = { residual = 0.852459 } }],
    ["Grades to 4, where 1 is worth nothing; a negative relevance means unjudged.",
        { ranking = [2, 0, -1, 3], with = { min_rel = 1, max_rel = 4, p = 0.5, T = 2 } },
        { NERR8 = { with = { k = 10 }, residual = 0.249084 }, NERR9 = { with = { k = 10 }, residual = 0.124467 } },
        { NERR10 = { residual = 0.091954 }, NERR11 = { residual = 0.167235 } }],
    ["The last rank is 3.",
        { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, NERR8 = { residual = 0.500000 } },
        { NERR9 = { residual = 0.333333 }, NERR10 = { residual = 0.473684 }, NERR11 = { residual = 0.307692 } }],
    ["All is judged down to the last rank.",
        { ranking = [0, 1, 0, 1], with = { k = 2 }, NERR8 = { residual = 0.000000 }, NERR9 = { residual = 0.000000 } },
        { NERR10 = { residual = 0.000000 }, NERR11 = { residual = 0.000000 } }],
    ["All is judged, and nothing is worth anything.",
        { ranking = [0, 0, 1], with = { k = 2 }, NERR8 = { residual = 0.000000 }, NERR9 = { residual = 0.000000 } },
        { NERR10 = { residual = 0.000000 }, NERR11 = { residual = 0.000000 } }],
    ["A negative relevance says nothing.",
        { ranking = [-1], missed = [1], NERR8 = { with = { k = 10 }, residual = 1.000000 } },
        { NERR9 = { with = { k = 10 }, residual = 1.000000 }, NERR10 = { residual = 1.000000 } },
        { NERR11 = { residual = 1.000000 } }],
    ["All is judged, and what is beyond the ranking is not.",
        { ranking = [0, 0], missed = [1], NERR8 = { with = { k = 10 }, residual = 0.333333 } },
        { NERR9 = { with = { k = 10 }, residual = 0.181818 }, NERR10 = { residual = 0.298893 } },
        { NERR11 = { residual = 0.147541 } }],
    ["All is judged just down to the last rank, and nothing is worth anything.",
        { ranking = [0, 0], missed = [1], with = { k = 2 }, NERR9 = { residual = 0.000000 } }],
    ["Relevant at the last rank: 1, less 1/3 over 1 + 1/2 + 1/3.",
        { ranking = ["?", 0, 1], with = { k = 3 }, NERR9 = { residual = 0.818182 } }],
    ["Grades where 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, p = 0.5 } },
        { NERR10 = { rate = 0.103448, utility = 0.187500, examined = 1.812500 } }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1] },
        { with = { k = 40, max_rel = 2, p = 0.5, T = 2 } },
        { NERR10 = { rate = 0.000001, utility = 0.000001, examined = 1.999999 } },
        { NERR11 = { rate = 0.005446, utility = 0.021523, examined = 3.952000 } }],
    ["All that is looked at is worth 1: 1, though rounding makes it 1.0000000000000002 or 1.0000000000000004.",
        { ranking = [1], with = { T = 2 } },
        { NERR10 = { with = { k = 3 }, rate = 1.0000000000000000 }, NERR11 = { rate = 1.0000000000000000 } }],
    ["Who is stopped at rank 1 looks at one document, though rounding makes it less.",
        { ranking = [1], with = { p = 0.72, k = 3, T = 5.4 } },
        { NERR10 = { examined = 1.0000000000000000 }, NERR11 = { examined = 1.0000000000000000 } }],
    ["Everything could be gained at rank 1: 1, though rounding makes it 1.0000000000000002 or 1.0000000000000004.",
        { ranking = ["?"], missed = [1], with = { T = 2 } },
        { NERR10 = { with = { k = 3 }, residual = 1.0000000000000000 }, NERR11 = { residual = 1.0000000000000000 } }],
]
*/
