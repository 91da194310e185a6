/*
name     = "alpha_nDCG_reversed"
title    = "Alpha-nDCG of the reversed ideal at every rank"
family   = "novelty"
over     = "rank"
about    = """
    How much alpha-nDCG the worst ordering of the documents with a nugget has: what can be lost by their order alone.
    It is the same for all runs."""
formula  = "α-DCG[i] of the greedy ordering with the lowest gain first / ideal α-DCG[i]"
range    = [0, 1]
better   = "higher"
cite     = "Clarke et al., SIGIR 2008, section 6.1, figure 2. doi:10.1145/1390334.1390446"
papers   = ["Clarke et al. 2008"]
monotone = false

[parameters]
alpha = { type = "novelty" }
k     = { type = "curve" }
*/
with
    vectors as (
        select
            run,
            query_id,
            rank,
            {{ running_sum("coalesce(reversed_gain / log2(rank + 1), 0)", "so_far") }} as reversed,
            {{ running_sum("coalesce(ideal_gain / log2(rank + 1), 0)", "so_far") }} as ideal
        from ranks
        left join (select query_id, rank, gain as ideal_gain from greedy_ideal) using (query_id, rank)
        left join (select query_id, rank, gain as reversed_gain from reversed_ideal) using (query_id, rank)
        window so_far as (partition by run, query_id order by rank asc)
    )

select run, query_id, rank, reversed / nullif(ideal, 0) as value
from vectors
/*
example = [
    ["Table 2: h, f, g, c, b, e, a.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], [
            ]], with = { k = 7 }, values = [0.5, 0.4033, 0.4826, 0.5648, 0.5849, 0.6772, 0.7602] }],
    ["One document can only be ordered one way, and there is no other.",
        { ranking = [["1"]], with = { k = 2 }, values = [1, 1] }],
]
*/
