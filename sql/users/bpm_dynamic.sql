/*
name     = "BPM_dynamic"
called   = "dynamic BPM"
title    = "Bejeweled player model, dynamic"
family   = "utility"
about    = """
    The rate at which a user gains who stops when she has gained what she hopes for, or paid what she is willing to
    pay; both rise with documents that are worth more than medium, and fall with others."""
formula  = """
    a(i) = 1 for i <= s, and 0 for others; s the first rank i <= k where g(1) + ... + g(i) >= T + hb h(i) or c(1) + ...
    + c(i) >= budget + hc h(i), or k; h(i) = g(1) - medium + ... + g(i - 1) - medium; c(i) is what the document costs;
    g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
monotone = false
cite     = """
    Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating web search with a Bejeweled player model, SIGIR 2017, the dynamic
    model, with gains and costs as Azzopardi, Thomas and Moffat have them, cwl_eval, SIGIR 2019.
    doi:10.1145/3077136.3080841"""

[parameters]
T          = { type = "goal" }
budget     = { type = "DOUBLE", default = 10, above = 0, about = """
    cost that the user is willing to pay at first""" }
hb         = { type = "DOUBLE", default = 1, within = "[0, inf)", about = """
    how strongly the user's hopes rise with documents worth more than medium, and fall with those worth less""" }
hc         = { type = "DOUBLE", default = 1, within = "[0, inf)", about = """
    how strongly what she will pay rises with documents worth more than medium, and falls with those worth less""" }
medium     = { type = "DOUBLE", default = 0.5, within = "[0, 1]", about = """
    worth of a document that changes neither""" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "thousandth" }

[rate]
formula = """
    g(1) + ... + g(s), over s; s the first rank i <= k where g(1) + ... + g(i) >= T + hb h(i) or c(1) + ... + c(i)
    >= budget + hc h(i), or k; h(i) = g(1) - medium + ... + g(i - 1) - medium; c(i) is what the document costs; g(i)
    = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
*/

-- The documents down to rank k that are worth something or whose cost is given, and a start at rank 0
{%- set valued -%}
select run, query_id, rank, {{ above_min() }} as worth, null::double as more
from judged
where relevance > 0 and rank <= $k
union all
select run, query_id, rank, null, cost - $other_cost
from priced
where rank <= $k
union all
select run, query_id, 0, 0, 0
from topics
{%- endset -%}

-- A rank where she has stopped, found fast: at the last of each 32 ranks she hopes for no more, and is willing
-- to pay no more, than if all that is gained by then were gained above it.
{%- set stopped -%}
select run, query_id, min(last_rank) as last_rank
from
    (
        select
            run,
            query_id,
            32 * block + 31 as last_rank,
            {{ running_sum('worth', 'so_far') }} / {{ scale() }} as gained,
            {{ running_sum('more', 'so_far') }} as dearer
        from
            (
                select
                    run,
                    query_id,
                    rank // 32 as block,
                    sum(worth::decimal(38, 18) order by rank asc) as worth,
                    sum(more::decimal(38, 18) order by rank asc) as more
                from valued
                group by all
            )
        window so_far as (partition by run, query_id order by block asc)
    )
where
    gained >= $T + $hb * (gained - $medium * (last_rank - 1))
    or $other_cost * last_rank + dearer >= $budget + $hc * (gained - $medium * (last_rank - 1))
group by all
{%- endset -%}

-- What is gained by each of them and above it, how much more than $other_cost a rank is paid by each, and the next one.
{%- set gained_and_paid -%}
with
valued as ({{ valued }}),

stopped as ({{ stopped }})

select
    run,
    query_id,
    rank,
    {{ running_sum('worth', 'so_far') }} / {{ scale() }} as gained,
    ({{ running_sum('worth', 'so_far') }} - worth) / {{ scale() }} as gained_above,
    {{ running_sum('more', 'so_far') }} as dearer,
    lead(rank) over so_far as next_rank
from
    (
        select run, query_id, rank, coalesce(any_value(worth), 0) as worth, any_value(more) as more
        from valued
        left join stopped using (run, query_id)
        where rank <= coalesce(last_rank, $k)
        group by all
    )
window so_far as (partition by run, query_id order by rank asc)
{%- endset -%}

-- From one document to the next nothing is gained and each rank costs the same; what she hopes for, and what she is
-- willing to pay, falls by the same at each rank: the first where she stops has a closed form.
{%- set documents -%}
select
    *,
    case
        when rank > 0
            and (
                gained >= $T + $hb * (gained_above - $medium * (rank - 1)) - 1e-9
                or $other_cost * rank + dearer >= $budget + $hc * (gained_above - $medium * (rank - 1)) - 1e-9
            )
            then rank
        when below <= coalesce(next_rank - 1, $k) then below
    end as stop
from
    (
        select
            *,
            greatest(
                least(
                    case
                        when $hb * $medium > 0
                            then ceil(1 + ($T + $hb * gained - gained) / ($hb * $medium) - 1e-9)
                        else 'inf'::double
                    end,
                    case
                        when $other_cost + $hc * $medium > 0
                            then ceil(
                                ($budget + $hc * (gained + $medium) - dearer) / ($other_cost + $hc * $medium) - 1e-9
                            )
                        else 'inf'::double
                    end
                ),
                rank + 1
            ) as below
        from ({{ gained_and_paid }})
    )
{%- endset -%}

{%- set gains -%} coalesce(min_by(gained, stop), max(gained)) {%- endset -%}
{%- set examines -%} coalesce(min(stop), $k) {%- endset -%}
{%- set bills -%}
select run, query_id, {{ examines }} as examined, coalesce(min_by(dearer, stop), max_by(dearer, rank)) as more
from ({{ documents }})
group by all
{%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4: after rank 1 half a document is hoped for.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5] },
        { rate = 0.500000, utility = 1.000000, examined = 2.000000, cost = 2.500000 }],
    ["Each rank that is worth nothing makes her less patient: 1 + ... of 10 - (i - 1) / 2.",
        { ranking = [0, 0, 0], missed = [1], with = { T = 50, hb = 0 } },
        { rate = 0.000000, utility = 0.000000, examined = 7.000000, cost = 1.000000 }],
    ["Documents that are worth something make her hope for more, and pay more; the sixth costs too much.",
        { ranking = [1, 1, 1, 1, 1, 1, 1], costs = [1, 2, 3, 1, "?", 8, 1], with = { T = 5, hb = 1, hc = 2 } },
        { rate = 1.000000, utility = 6.000000, examined = 6.000000, cost = 2.666667 }],
    ["hb = hc = 0 is the static model, with a budget that costs use up.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"] },
        { with = { min_rel = 1, max_rel = 3, T = 2, budget = 7, hb = 0, hc = 0 } },
        { rate = 0.375000, utility = 1.500000, examined = 4.000000, cost = 1.875000 }],
    ["Hopes fall below the ranking, until nothing is hoped for.",
        { ranking = [0, 1], with = { T = 4, hb = 0.4, hc = 0, budget = 100, medium = 0.25 } },
        { rate = 0.028571, utility = 1.000000, examined = 35.000000, cost = 1.000000 }],
    ["Nothing ends it but the last rank.",
        { ranking = [1, 0], costs = [0, 5], with = { T = 4, hb = 0, hc = 0, budget = 100, other_cost = 0, k = 20 } },
        { rate = 0.050000, utility = 1.000000, examined = 20.000000, cost = 0.250000 }],
    ["Patience falls with every rank that costs nothing.",
        { ranking = [1, "?", 0], costs = ["?", "?", 3] },
        { with = { T = 9, hb = 0, hc = 0.5, budget = 6, other_cost = 0 } },
        { rate = 0.066667, utility = 1.000000, examined = 15.000000, cost = 0.200000 }],
    ["Relevant below the last rank.",
        { ranking = [0, 0, 0.5, 1], with = { T = 1.5, hb = 0, hc = 0, budget = 100, k = 3 }, rate = 0.166667 }],
    ["At rank 3 she has paid what she is willing to pay there, after two ranks that were worth nothing.",
        { ranking = [0, "?", 1, 1, 2], costs = [2, 2, 0, "?", "?"] },
        { with = { T = 9, budget = 8, hb = 0.5, hc = 4, other_cost = 2, k = 8 }, rate = 0.333333 }],
    ["The budget is used up at rank 2, just above a document that costs nothing.",
        { ranking = [2, "?", 1], costs = ["?", "?", 0] },
        { with = { T = 3, budget = 2, hb = 0.5, hc = 0, medium = 0.25, min_rel = 1, max_rel = 3, k = 8 } },
        { rate = 0.250000 }],
    ["The first document is all that is hoped for.",
        { ranking = [1], with = { budget = 2, hb = 0.5, hc = 0, k = 5 }, rate = 1.000000 }],
    ["With medium = 0 nothing makes her less patient, and the budget is used up below the ranking.",
        { ranking = [1], costs = [2], with = { T = 2, budget = 8, hb = 0, hc = 0.5, medium = 0, k = 20 } },
        { rate = 0.125000 }],
    ["Hopes and patience fall below the ranking, to what was gained between two ranks.",
        { ranking = [2], costs = [0], with = { T = 4, budget = 2, medium = 0.75, hc = 0.5, other_cost = 0, k = 8 } },
        { rate = 0.142857 }],
    ["On a scale of 2, half of what it says is gained.",
        { ranking = [2, 1, 0], costs = [3, 2.5, 2] },
        { with = { T = 4, budget = 5, hb = 0, hc = 2, min_rel = 1, max_rel = 3 }, rate = 0.250000 }],
    ["What costs much below the last rank is not reached.",
        { ranking = ["?", 1, 0, "?"], costs = [1, 2.5, 2.5, 4] },
        { with = { T = 3, budget = 8, hb = 2, hc = 0.25, other_cost = 0.5, k = 3 }, rate = 0.333333 }],
    ["A document that is worth nothing costs more than is left.",
        { ranking = [1, "?"], costs = ["?", 9], with = { T = 4, budget = 5 }, rate = 0.500000 }],
    ["At rank 31 she is just short of what she hopes for, and willing to pay; the next document gains too.",
        { ranking = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
        { with = { T = 1.52, budget = 28.52, medium = 0.05 }, rate = 0.156250 }],
    ["The last of 63 documents is all that was still hoped for.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3] },
        { with = { T = 1.5, budget = 100, hb = 0, min_rel = 1, max_rel = 3 }, rate = 0.023810 }],
    ["At rank 61 she has all but used up her budget; the three documents below cost nothing.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            1], costs = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1] },
        { with = { budget = 61.5, hb = 0, hc = 0 }, rate = 0.015385 }],
    ["Nothing retrieved.",
        { ranking = [], missed = [1], rate = 0.000000, utility = 0.000000, examined = 3.000000, cost = 1.000000 }],
    ["Relevant below the last rank.",
        { ranking = [0, 0, 0.5, 1], with = { T = 4, hb = 0, hc = 0, budget = 100, k = 3 } },
        { utility = 0.500000, examined = 3.000000, cost = 1.000000 }],
    ["The last rank is paid for too.",
        { ranking = [0, 0], missed = [1], costs = [1, 5], with = { T = 9, budget = 100, k = 2 }, cost = 3.000000 }],
    ["What all documents looked at cost.",
        { ranking = [0, 1, "?", 1], costs = [2, 3, "?", 5], with = { per = "search", T = 2 }, cost = 11.000000 }],
]
*/
