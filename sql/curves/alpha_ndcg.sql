/*
name    = "alpha_nDCG"
title   = "Novelty-biased normalized discounted cumulative gain at every rank"
family  = "novelty"
over    = "rank"
about   = "Discounted alpha gain down to each rank as a share of that of the greedy ideal ranking."
formula = "α-nDCG[i] = α-DCG[i] / ideal α-DCG[i], at most 1"
range   = [0, 1]
better  = "higher"
cite    = "Clarke et al., SIGIR 2008, sections 5.1 and 5.2. doi:10.1145/1390334.1390446"
papers  = ["Clarke et al. 2008"]
parts   = { at_rank = "log2(rank + 1)" }

[parameters]
alpha = { type = "novelty" }
cap   = { type = "novelty" }
k     = { type = "curve" }

[also.alpha_nCG]
title   = "Novelty-biased normalized cumulative gain at every rank"
about   = "Alpha gain added up down to each rank as a share of that of the greedy ideal ranking."
formula = "α-nCG[i] = α-CG[i] / ideal α-CG[i], at most 1"
parts   = { at_rank = "1" }
*/
select
    run,
    query_id,
    rank,
    case when ideal_dcg > 0 then {{ credited('dcg / ideal_dcg') }} end as value,
    (ideal_dcg > 0)::double as ideal
from
    (
        select
            run,
            query_id,
            rank,
            {{ running_sum("gain / {{ at_rank }}", "so_far") }} as dcg,
            {{ running_sum("ideal_gain / {{ at_rank }}", "so_far") }} as ideal_dcg
        from ({{ alpha_gains_by_rank() }})
        window so_far as (partition by run, query_id order by rank asc)
    )
/*
example = [
    ["Table 2.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], with = { k = 8 } },
        { alpha_nDCG = { values = [1, 0.7099, 0.6487, 0.6136, 0.7707, 0.7964, 0.8578, 0.8760] } }],
    ["One subtopic, at rank 2; the ideal is 1 from rank 1 on.",
        { ranking = [[], ["1"]], with = { k = 2 } },
        { alpha_nDCG = { values = [0, 0.630930], ideal = [1, 1] }, alpha_nCG = { values = [0, 1], ideal = [1, 1] } }],
    ["There is no subtopic, and so no ideal.",
        { ranking = [[]], with = { k = 2 } },
        { alpha_nDCG = { values = [0, 0], ideal = [0, 0] }, alpha_nCG = { values = [0, 0], ideal = [0, 0] } }],
    ["Table 2.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], with = { k = 5 } },
        { alpha_nCG = { values = [1, 0.625, 0.55, 0.5, 0.791667] } }],
]
*/
