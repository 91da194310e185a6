/*
name    = "BPM"
title   = "Bejeweled player model"
family  = "utility"
about   = "The rate at which a user gains who stops when she has gained T, and at rank k at the latest."
formula = """
    a(i) = 1 for i <= s, and 0 for others; s the first rank with g(1) + ... + g(s) >= T, at most k; g(i) = (relevance -
    min_rel) / (max_rel - min_rel), from 0 to 1"""
cite    = """
    Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating web search with a Bejeweled player model, SIGIR 2017, the static
    model. doi:10.1145/3077136.3080841"""
needs   = "relevant"

[parameters]
T          = { type = "goal" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "stop" }

[rate]
formula  = """
    g(1) + ... + g(s), over s; s the first rank with g(1) + ... + g(s) >= T, at most k; g(i) = (relevance -
    min_rel) / (max_rel - min_rel), from 0 to 1"""
residual = "BPM_residual"
peers    = { ir_measures = "BPM(T={T:},min_rel={min_rel},max_rel={max_rel})@{k}" }

[utility]
monotone = false
*/
{%- set documents -%}
select run, query_id, rank, {{ running_sum('more', 'so_far') }} / {{ scale() }} as gained
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

{%- set gains -%} coalesce(min(gained) filter (gained >= $T), max(gained)) {%- endset -%}
{%- set examines -%} coalesce(min(rank) filter (gained >= $T), $k) {%- endset -%}

{%- set dearer -%}
select run, query_id, sum(cost - $other_cost order by rank asc) as more
from priced
join searches using (run, query_id)
where rank <= examined
group by all
{%- endset -%}

-- If all that is not judged is worth 1: the judged documents and a start at rank 0, with what is gained by each and the
-- rank of the next.
{%- set judged_at_best -%}
select
    *,
    {{ running_sum('more', 'so_far') }} / {{ scale() }} + rank - (row_number() over so_far - 1) as gained,
    lead(rank) over so_far as next_rank
from
    (
        select run, query_id, rank, {{ above_min() }} as more
        from judged
        where relevance >= 0 and rank <= $k
        union all
        select run, query_id, 0, 0
        from topics
    )
window so_far as (partition by run, query_id order by rank asc)
{%- endset -%}

-- T may be reached at each of these, and at the first rank with enough of those from one on to the next, or to k
{%- set may_stop -%}
select run, query_id, gained, rank
from ({{ judged_at_best }})
union all
select run, query_id, gained + steps, rank + steps
from
    (
        select *, least(ceil($T - gained)::bigint, coalesce(next_rank - 1, $k) - rank) as steps
        from ({{ judged_at_best }})
    )
where steps > 0
{%- endset -%}
{%- set best -%}
select run, query_id, min_by(gained / rank, rank) as best_rate
from ({{ may_stop }})
where gained >= $T or rank = $k
group by all
{%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { k = 10 } },
        { rate = 0.500000, utility = 1.000000, examined = 2.000000, cost = 2.500000 }],
    ["""Grades where 1 is worth nothing, and 4 no more than 3. What all documents looked at cost; documents may
        cost nothing.""",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"] },
        { with = { k = 10, min_rel = 1, max_rel = 3, T = 2, per = "search" } },
        { rate = 0.400000, utility = 2.000000, examined = 5.000000, cost = 8.500000 }],
    ["Relevant just at the last rank, and just below it. No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 } },
        { rate = 0.333333, utility = 1.000000, examined = 3.000000, cost = 10.000000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { k = 10, T = 2 }, rate = 0.666667, utility = 2.000000, examined = 3.000000 }],
    ["T is never reached: 1 + 1 of 5 hoped for.",
        { ranking = [1, 1], with = { k = 10, T = 5 }, rate = 0.200000, utility = 2.000000 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, examined = 5.000000, cost = 5.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, cost = 1.500000 }],
    ["T is never reached, and she looks at 4 documents.",
        { ranking = [1, 1, 0], costs = [4, 2], with = { k = 4, T = 5 }, cost = 2.000000 }],
    ["Grades to 3; none satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { k = 10, max_rel = 3 }, cost = 4.000000 }],
    ["Unjudged at ranks 1 and 4.",
        { ranking = ["?", 0, 1, "?", 1], missed = [1], with = { k = 10 }, residual = 0.666667 }],
    ["Grades to 4, where 1 is worth nothing; a negative relevance means unjudged.",
        { ranking = [2, 0, -1, 3], with = { k = 10, min_rel = 1, max_rel = 4, T = 2 }, residual = 0.400000 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, residual = 0.500000 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, residual = 0.000000 }],
    ["Grade 2 of 3 at rank 1, so that one more is wanted.",
        { ranking = [2], with = { k = 10, max_rel = 3 }, residual = 0.766667 }],
    ["T is not reached by rank 3.", { ranking = [0], missed = [1], with = { k = 3, T = 5 }, residual = 0.666667 }],
    ["T is not reached by rank 3; the next judged document is below.",
        { ranking = [0, "?", "?", "?", 0], with = { k = 3, T = 3 }, residual = 0.666667 }],
    ["All is judged, and what is beyond the ranking is not.",
        { ranking = [0, 0], missed = [1], with = { k = 10 }, residual = 0.333333 }],
    ["An empty ranking could still be anything.",
        { ranking = [], missed = [1], with = { k = 10 }, residual = 1.000000 }],
    ["All is judged: 0, though rounding makes it less.",
        { ranking = [2], with = { k = 1, max_rel = 3 }, residual = 0.0000000000000000 }],
]
*/
