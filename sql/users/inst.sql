/*
name    = "INST"
title   = "INST"
family  = "utility"
about   = """
    The rate at which a user gains who hopes for T documents worth 1, and goes on the more readily the deeper she
    is and the less she has gained."""
formula = """
    a(1) = 1, a(i + 1) = a(i) ((i + b(i) - 1) / (i + b(i)))^2; b(i) = 2 T less the gain of the first i; g(i) =
    (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
cite    = """
    Moffat, Bailey, Scholer and Thomas, INST: an adaptive metric for information retrieval evaluation, ADCS 2015.
    doi:10.1145/2838931.2838938"""
needs   = "relevant"

[parameters]
T          = { type = "goal", within = "(0.5, 1000000000]" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "last" }

[rate]
residual = "INST_residual"
peers    = { ir_measures = "INST(T={T:},min_rel={min_rel},max_rel={max_rel})" }
*/

-- what is gained by each document that is worth something, and the rank of the next; with a start at rank 0
{%- set gained -%}
select
    *,
    {{ running_sum('more', 'so_far') }} / {{ scale() }} as gained,
    lead(rank) over so_far as next_rank
from
    (
        select run, query_id, rank, {{ above_min() }} as more
        from judged
        where relevance > 0 and rank <= $k
        union all
        select run, query_id, 0, 0
        from topics
    )
window so_far as (partition by run, query_id order by rank asc)
{%- endset -%}

-- Stretches: each begins with such a document, the first one at rank 1, and ends before the next or at k. With b = 2 T
-- less the gain so far, who looks at rank i goes on with the chance ((i - 1 + b) / (i + b))^2: the chances down a
-- stretch are as 1 / (i - 1 + b)^2, from `starts` to `ends`. Who reaches its first document, which is looked at though
-- i - 1 + b may be 0, is expected to look at `length` documents in it.
{%- set documents -%}
select
    *,
    {{ running_product('pow(starts / ends, 2)', 'above_it') }} as reached,
    1 + pow(starts, 2)
    * ({{ trigamma('(starts + 1)') }} - case ends when 'inf' then 0 else {{ trigamma('ends') }} end) as length
from
    (
        select
            run,
            query_id,
            rank,
            more / {{ scale() }} as worth,
            greatest(rank, 1) - 1 + 2 * $T - gained as starts,
            coalesce(next_rank - 1, case $k when {{ whole_ranking }} then 'inf'::double else $k end)
            + 2 * $T - gained as ends
        from ({{ gained }})
    )
window above_it as (partition by run, query_id order by rank asc rows between unbounded preceding and 1 preceding)
{%- endset -%}

{%- set gains -%} sum(reached * worth order by rank asc) {%- endset -%}
{%- set examines -%} sum(reached * length order by rank asc) {%- endset -%}

{%- set dearer -%}
select
    priced.run,
    priced.query_id,
    -- down a stretch the chances are as 1 / (i - 1 + b)^2
    sum(
        (cost - $other_cost)
        * reached * pow(starts / (starts + priced.rank - greatest(stretch.rank, 1)), 2)
        order by priced.rank asc
    ) as more
from priced
asof join ({{ documents }}) as stretch
    on stretch.run = priced.run and stretch.query_id = priced.query_id and stretch.rank <= priced.rank
where priced.rank <= $k
group by all
{%- endset -%}

-- If all that is not judged is worth 1, a stretch begins with a judged document, and `hope`, i + b(i), is the same for
-- all ranks down to the next. From the last document up to the first, of a user who is there: at how many documents she
-- is expected to look, `looks`, and how much less than 1 these are worth, `lost`: what the document is worth less, and
-- what she loses from the next one on if she comes to it. By lists, since a window takes longer over so many rows.
{%- set comes -%} pow(1 - 1 / below.hope, 2 * (below.rank - greatest(above.rank, 1))) {%- endset -%}
{%- set endless -%} pow(below.hope, 2) / (2 * below.hope - 1) {%- endset -%}
{%- set lists -%}
select
    run,
    query_id,
    list({'rank': rank, 'less': less} order by rank desc) as documents,
    {{ exact_sum('less') }} as all_less
from
    (
        select run, query_id, rank, 1 - {{ scaled() }} as less
        from judged
        where relevance >= 0 and rank <= $k
        union all
        select run, query_id, 0, 0
        from topics
    )
where less > 0 or rank = 0
group by run, query_id
{%- endset -%}
{%- set best -%}
select run, query_id, 1 - at_best.lost / at_best.looks as best_rate
from
    (
        select
            run,
            query_id,
            list_reduce(
                list_transform(
                    documents,
                    lambda document: {
                        'rank': document.rank, 'hope': document.less, 'looks': null::double, 'lost': null::double
                    }
                ),
                lambda below, above: {
                    'rank': above.rank,
                    'hope': below.hope - above.hope,
                    'looks': {{ endless }} + {{ comes }} * (below.looks - {{ endless }}),
                    'lost': above.hope + {{ comes }} * below.lost
                },
                {'rank': $k::bigint + 1, 'hope': 2 * $T + all_less, 'looks': 0e0, 'lost': 0e0}
            ) as at_best
        from ({{ lists }})
    )
{%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5] },
        { rate = 0.272744, utility = 0.555556, examined = 2.036909, cost = 2.145526 }],
    ["""Grades where 1 is worth nothing, and 4 no more than 3. What all documents looked at cost; documents may
        cost nothing.""",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"] },
        { with = { min_rel = 1, max_rel = 3, T = 2, per = "search" } },
        { rate = 0.168219, utility = 0.654350, examined = 3.889859, cost = 4.871160 }],
    ["Relevant just at the last rank, and just below it. No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 } },
        { rate = 0.147541, utility = 0.250000, examined = 1.694444, cost = 10.000000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { T = 2 }, rate = 0.425356, utility = 1.360000, examined = 3.197320 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1] },
        { with = { k = 40, max_rel = 2, T = 2 }, rate = 0.006689, utility = 0.027877, examined = 4.167589 }],
    ["Grades to 3; none satisfies for sure.",
        { ranking = [1, 0, 2], with = { max_rel = 3 }, utility = 0.471074 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, examined = 1.965556, cost = 1.965556 }],
    ["To rank 1 alone.", { ranking = [0], missed = [1], with = { T = 3, k = 1 }, examined = 1.0000000000000000 }],
    ["Who hopes for hardly more than the first document gives: at rank 2 hope is 0 to the last bit.",
        { ranking = [1, 1], with = { T = 0.5000000000000001 }, examined = 1.0 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, cost = 1.163934 }],
    ["Grades to 3; none satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { max_rel = 3 }, cost = 4.456662 }],
    ["Unjudged at ranks 1 and 4.", { ranking = ["?", 0, 1, "?", 1], missed = [1], residual = 0.676056 }],
    ["Grades to 4, where 1 is worth nothing; a negative relevance means unjudged.",
        { ranking = [2, 0, -1, 3], with = { min_rel = 1, max_rel = 4, T = 2 }, residual = 0.401677 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, residual = 0.270677 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["All is judged, and what is beyond the ranking is not.", { ranking = [0, 0], missed = [1], residual = 0.283465 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], residual = 1.000000 }],
    ["All is judged: 0, though rounding makes it less.",
        { ranking = [2], with = { T = 2, max_rel = 3, k = 1 }, residual = 0.0000000000000000 }],
]
*/
