/*
name       = "nDCG_rel"
title      = "nDCG averaged over relevant documents"
family     = "gain"
about      = """
    nDCG at the rank of each document that gains, averaged over all of them; for one never retrieved, DCG of the whole
    ranking as a share of that of the ideal one."""
formula    = """
    1/R (Σ DCG@i / DCG*@i over ranks i with g(i) > 0, and DCG / DCG* once for each that is missed); DCG* is of the
    ideal ranking, which has R documents with a gain"""
range      = [0, 1]
better     = "higher"
monotone   = false
cite       = "trec_eval, m_ndcg_rel.c: https://github.com/usnistgov/trec_eval"
needs      = "relevant"
parameters = { gains = { type = "gains" } }
peers      = { trec_eval = ["ndcg_rel", "ndcg_rel_{gains}"] }
*/
with
    ideals as ({{ ideal_vector('log2(ideal_rank + 1)') }}),

    totals as (
        select query_id, count(*) as num_gaining, sum(ideal_gain / log2(ideal_rank + 1) order by ideal_rank asc) as best
        from ({{ ideal() }})
        where ideal_gain > 0
        group by all
    ),

    gained as (
        select
            run,
            query_id,
            rank,
            {{ running_sum(gain() ~ " / log2(rank + 1)", "so_far") }} as dcg,
            num_gaining,
            best,
            least(rank, num_gaining) as ideal_rank
        from judged
        join totals using (query_id)
        where rank is not null and {{ gain() }} <> 0
        window so_far as (partition by run, query_id order by rank asc)
    )

select
    run,
    query_id,
    (sum(dcg / ideal_cg order by rank asc) + any_value(num_gaining - found) * max(dcg) / any_value(best))
    / any_value(num_gaining) as value
from (select *, count(*) over (partition by run, query_id) as found from gained)
join ideals using (query_id, ideal_rank)
group by all
/*
example = [
    ["DCG 1 and 1.5 of the ideal 1 and 2.130930; the one missed has 1.5 / 2.130930 too.",
        { ranking = [1, 0, 1], missed = [1], value = 0.802612 }],
    ["Beyond the ideal ranking it does not grow: (1 / 1 + 1.430677 / 1.630930) / 2.",
        { ranking = [1, 0, "?", 1], value = 0.938608 }],
    ["Gains 1 and 10 of the ideal 10 and 1: (1/10 + 7.309298 / 10.630930) / 2.",
        { ranking = [1, 2], with = { gains = "0-1-10" }, value = 0.393775 }],
    ["Grade 1 gains nothing, and such a document is not averaged over: (1 / 1 + 1.5 / 1.630930) / 2.",
        { ranking = [2, 1, 2], with = { gains = "0-0-1" }, value = 0.959860 }],
]
*/
