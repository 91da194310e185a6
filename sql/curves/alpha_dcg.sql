/*
name    = "alpha_DCG"
title   = "Novelty-biased discounted cumulative gain at every rank"
family  = "novelty"
over    = "rank"
about   = "Alpha gain over the logarithm of the rank, added up down to each rank, and that of the greedy ideal ranking."
formula = "α-DCG[i] = α-DCG[i - 1] + G[i] / log2(1 + i)"
range   = [0, inf]
better  = "higher"
cite    = "Clarke et al., SIGIR 2008, section 5.2. doi:10.1145/1390334.1390446"
papers  = ["Clarke et al. 2008"]

[parameters]
alpha  = { type = "novelty" }
k      = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    {{ running_sum("gain / log2(rank + 1)", "so_far") }} as value,
    {{ running_sum("ideal_gain / log2(rank + 1)", "so_far") }} as ideal
from ({{ alpha_gains_by_rank() }})
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Table 2.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], ideal = [2, 3.2619,
            3.7619, 3.9772, 4.1706], with = { k = 5 }, values = [2, 2.3155, 2.4405, 2.4405, 3.2142] }],
]
*/
