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
parts   = { at_rank = "log2(rank + 1)" }

[parameters]
alpha = { type = "novelty" }
k     = { type = "curve" }

[also.alpha_CG]
title   = "Novelty-biased cumulative gain at every rank"
about   = "Alpha gain added up down to each rank, and that of the greedy ideal ranking."
formula = "α-CG[i] = α-CG[i - 1] + G[i]"
parts   = { at_rank = "1" }
*/
select
    run,
    query_id,
    rank,
    {{ running_sum("gain / {{ at_rank }}", "so_far") }} as value,
    {{ running_sum("ideal_gain / {{ at_rank }}", "so_far") }} as ideal
from ({{ alpha_gains_by_rank() }})
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Table 2.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], with = { k = 5 } },
        { alpha_DCG = { values = [2, 2.3155, 2.4405, 2.4405, 3.2142], ideal = [2, 3.2619, 3.7619, 3.9772, 4.1706] } }],
    ["Table 2.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], with = { k = 10 } },
        { alpha_CG = { values = [2, 2.5, 2.75, 2.75, 4.75, 5.25, 6.25, 6.5, 6.5, 6.5] } },
        { alpha_CG = { ideal = [2, 4, 5, 5.5, 6, 6.25, 6.5, 6.5, 6.5, 6.5] } }],
]
*/
