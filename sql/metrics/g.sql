/*
name       = "G"
title      = "Normalized gain"
family     = "gain"
about      = """
    Gains, each discounted by how much the ideal ranking had gained more by the same rank, as a share of all gains. In
    the ideal ranking a document counts as at least 1, below its last one too."""
formula    = "Σ g(i) / log2(2 + Σ (max(g*(j), 1) - g(j), j = 1..i)) over Σ g*(i); g* are the gains of all judgments"
range      = [0, inf]
better     = "higher"
cite       = "trec_eval, m_G.c: https://github.com/usnistgov/trec_eval"
needs      = "relevant"
parameters = { gains = { type = "gains" } }
peers      = { trec_eval = ["G", "G_{gains}"] }
*/
with
    ideals as (
        select
            query_id,
            ideal_rank,
            {{ running_sum("greatest(ideal_gain, 1)", "so_far") }} as cost
        from ({{ ideal() }})
        window so_far as (partition by query_id order by ideal_rank asc)
    ),

    totals as (
        select query_id, count(*) as num_ideal, sum(ideal_gain order by ideal_rank asc) as ideal_cg
        from ({{ ideal() }})
        group by all
    ),

    gained as (
        select
            run,
            query_id,
            rank,
            {{ gain() }} as gain_here,
            {{ running_sum(gain(), "so_far") }} as cg,
            ideal_cg,
            least(rank, num_ideal) as ideal_rank
        from judged
        join totals using (query_id)
        where rank is not null and {{ gain() }} <> 0
        window so_far as (partition by run, query_id order by rank asc)
    )

select
    run,
    query_id,
    sum(gain_here / log2(2 + cost + rank - ideal_rank - cg) order by rank asc) / any_value(ideal_cg) as value
from gained
join ideals using (query_id, ideal_rank)
group by all
/*
example = [
    ["Gains 0, 2 and 1 of the ideal 2, 1, 1: (2 / log2(2 + 3 - 2) + 1 / log2(2 + 4 - 3)) / 4.",
        { ranking = [0, 2, 1], missed = [1], value = 0.473197 }],
    ["The first of two: 2 / log2(2 + 2 - 2) of 4.", { ranking = [2], missed = [2], value = 0.5 }],
    ["The second rank costs 2 more: 2 / log2(2 + 4 - 2) of 4.", { ranking = [0, 2], missed = [2], value = 0.25 }],
    ["Beyond the ideal ranking each rank costs 1: 1 / log2(2 + 3 - 1).", { ranking = [0, "?", 1], value = 0.5 }],
    ["A gain below 1 costs 1: .5 / log2(2.5) of .5.", { ranking = [0.5], value = 0.756471 }],
    ["Gains 10 and 1, the wrong way round: (1 / log2(2 + 10 - 1) + 10 / log2(2)) / 11.",
        { ranking = [1, 2], with = { gains = "0-1-10" }, value = 0.935370 }],
]
*/
