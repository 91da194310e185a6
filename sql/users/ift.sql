/*
name     = "IFT"
title    = "Information foraging"
family   = "utility"
about    = """
    The rate at which a user gains who stops when she has what she wants, or when she gains more slowly than she is
    used to."""
formula  = """
    a(i) = C(1) ... C(i - 1), C(i) = (1 - 1 / (1 + b1 e^((T - y) R1))) / (1 + b2 e^((A - y / x) R2)), or one of the two
    factors, as heeds says; y = g(1) + ... + g(i), x = c(1) + ... + c(i); c(i) is what the document costs; g(i) =
    (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
monotone = false
cite     = """
    Azzopardi, Thomas and Craswell, Measuring the utility of search engine result pages, SIGIR 2018, with costs as
    Azzopardi, Thomas and Moffat have them, cwl_eval, SIGIR 2019. doi:10.1145/3209978.3210027"""

[parameters]
heeds      = { type = "VARCHAR", default = "both", one_of = ["goal", "rate", "both"], about = """
    what the user considers: how much she has gained (C1 in cwl_eval), how fast (C2), or both""" }
T          = { type = "goal", default = 2 }
b1         = { type = "DOUBLE", default = 0.9, within = "(0, 1000]", about = """
    how readily a user who has gained T goes on: with probability b1 / (1 + b1)""" }
R1         = { type = "DOUBLE", default = 1, within = "[0, 1000]", about = """
    how much a gain other than T changes that; 0: not at all""" }
A          = { type = "DOUBLE", default = 0.2, within = "[0, inf)", about = """
    gain per unit of cost that the user is used to""" }
b2         = { type = "DOUBLE", default = 0.9, within = "(0, 1000]", about = """
    how readily a user who gains at rate A stops: she goes on with probability 1 / (1 + b2)""" }
R2         = { type = "DOUBLE", default = 1, within = "[0, 1000]", about = """
    how much a rate other than A changes that; 0: not at all""" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs", idle = "heeds == 'goal'" }
k          = { type = "thousandth" }

[examined]
range = [0, inf]

[cost.parameters]
other_cost = { type = "costs" }
*/

-- the chance to look at one more document of one who has gained and paid so much
{%- set continuation -%}
case $heeds
    when 'rate' then 1
    {%- if fixed.get("heeds") != "rate" %}
    else 1 - 1 / (1 + $b1 * exp(($T - gained) * $R1))
    {%- endif %}
end
* case $heeds
    when 'goal' then 1
    {%- if fixed.get("heeds") != "goal" %}
    else 1 / (1 + $b2 * exp(($A - gained / greatest(paid, 1e-9)) * $R2))
    {%- endif %}
end
{%- endset -%}

{%- set with_continuation -%}
select *, {{ continuation }} as at_most
from (select *, spent as paid from ({{ paid_so_far() }}))
{%- endset -%}

-- Documents, and how many of the ranks below are reached by one user of 10^18: with the same gain nobody goes on more
-- readily than after the first of them, and sums do not change by the rest.
{%- set reached_by_some -%}
select *, least(below, ceil(42 / ln(1 / at_most)))::bigint as reached
from
    (
        select *, {{ running_product('pow(at_most, below)', 'above_it') }} as come
        from ({{ with_continuation }})
        window above_it as (
            partition by run, query_id order by rank asc rows between unbounded preceding and 1 preceding
        )
    )
where come > 1e-18
{%- endset -%}

-- the ranks, since what she has paid changes at each
{%- set ranks -%}
select * replace (spent + $other_cost * step as paid)
from (select *, unnest(range(reached + 1)) as step from ({{ reached_by_some }}))
{%- endset -%}

{%- set documents -%}
select *, {{ running_product('goes_on', 'above_it') }} as looks
from
    (
        select
            run,
            query_id,
            rank + step as rank,
            case step when 0 then worth else 0 end as worth,
            case step when 0 then more else 0 end as more,
            {{ continuation }} as goes_on
        from ({{ ranks }})
        where rank + step > 0
    )
window above_it as (partition by run, query_id order by rank asc rows between unbounded preceding and 1 preceding)
{%- endset -%}

{%- set gains -%} sum(looks * worth order by rank asc) {%- endset -%}
{%- set examines -%} sum(looks order by rank asc) {%- endset -%}
{%- set bills -%}
select run, query_id, {{ examines }} as examined, sum(looks * more order by rank asc) as more
from ({{ documents }})
group by all
{%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5] },
        { rate = 0.286429, utility = 0.470975, examined = 1.644300, cost = 2.250210 }],
    ["By what is gained alone.",
        { ranking = [1, 0, 1, 1], missed = [1], costs = [1, 2, "?", 4] },
        { with = { heeds = "goal", T = 1.5, b1 = 0.5, R1 = 2, k = 6 } },
        { rate = 0.705540, utility = 1.383477, examined = 1.960877, cost = 1.372699 }],
    ["By how fast it is gained alone; the first document costs nothing.",
        { ranking = [1, 0, "?", 1], missed = [1], costs = [0, 2, "?", 4] },
        { with = { heeds = "rate", A = 0.3, b2 = 0.5, R2 = 2, k = 7, other_cost = 0.5 } },
        { rate = 0.380493, utility = 1.531426, examined = 4.024852, cost = 1.210583 }],
    ["Half-way between the ends of the scale, and beyond them; three documents are looked at.",
        { ranking = [2, 0, 4, 1], missed = [1], costs = [1.5, 0.5, 2.5, 4] },
        { with = { T = 1, b1 = 2, R1 = 0.5, A = 0.4, b2 = 0.25 } },
        { with = { R2 = 3, min_rel = 1, max_rel = 3, other_cost = 2, k = 3 } },
        { rate = 0.427496, utility = 0.785072, examined = 1.836445, cost = 1.354991 }],
    ["Documents whose cost is not given cost nothing.",
        { ranking = [0, 1, 1, "?", 1], missed = [1], costs = ["?", 3, "?", "?", 2] },
        { with = { other_cost = 0, k = 8, R2 = 2 } },
        { rate = 0.340295, utility = 0.546076, examined = 1.604712, cost = 0.717499 }],
    ["Neither the amount nor the rate of gain matters: rank-biased precision.",
        { ranking = [1, 0, 1], missed = [1], with = { R1 = 0, R2 = 0, k = 6 } },
        { rate = 0.797543, utility = 1.062154, examined = 1.331783, cost = 1.000000 }],
    ["A user who stops for certain when she has gained T.",
        { ranking = [1, 0, 1, 1], missed = [1], with = { heeds = "goal", R1 = 1000, b1 = 2, k = 6 } },
        { rate = 0.727273, utility = 2.666667, examined = 3.666667, cost = 1.000000 }],
    ["Nothing retrieved.",
        { ranking = [], missed = [1], with = { k = 3 } },
        { rate = 0.000000, utility = 0.000000, examined = 1.585561, cost = 1.000000 }],
    ["A user who stops for certain when she gains more slowly than A.",
        { ranking = [1, 1, 0, 0, 1], missed = [1], costs = [1, 1, 1, 1, 1] },
        { with = { heeds = "rate", A = 0.6, R2 = 1000, b2 = 3, k = 6 } },
        { rate = 0.500000, utility = 2.000000, examined = 4.000000, cost = 1.000000 }],
    ["What all documents looked at cost.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { per = "search" }, cost = 3.700021 }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], missed = [1] },
        { with = { heeds = "goal", T = 1.5, b1 = 0.5, R1 = 2, k = 4, other_cost = 10 }, cost = 10.000000 }],
    ["Nothing is gained of documents whose cost is given.",
        { ranking = [0, 0], missed = [1], costs = [1, 2], with = { k = 2 }, rate = 0, utility = 0 }],
]
*/
