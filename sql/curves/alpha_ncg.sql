/*
name    = "alpha_nCG"
title   = "Novelty-biased normalized cumulative gain at every rank"
family  = "novelty"
over    = "rank"
about   = "Alpha gain added up down to each rank as a share of that of the greedy ideal ranking."
formula = "α-nCG[i] = α-CG[i] / ideal α-CG[i], at most 1"
range   = [0, 1]
better  = "higher"
cite    = "Clarke et al., SIGIR 2008, sections 5.1 and 5.2. doi:10.1145/1390334.1390446"
papers  = ["Clarke et al. 2008"]

[parameters]
alpha  = { type = "novelty" }
cap    = { type = "novelty" }
k      = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    case when ideal_cg > 0 then {{ credited('cg / ideal_cg') }} end as value,
    (ideal_cg > 0)::double as ideal
from
    (
        select
            run,
            query_id,
            rank,
            {{ running_sum("gain", "so_far") }} as cg,
            {{ running_sum("ideal_gain", "so_far") }} as ideal_cg
        from ({{ alpha_gains_by_rank() }})
        window so_far as (partition by run, query_id order by rank asc)
    )
/*
example = [
    ["Table 2.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], [
            ]], with = { k = 5 }, values = [1, 0.625, 0.55, 0.5, 0.791667] }],
    ["One subtopic, at rank 2; the ideal is 1 from rank 1 on.",
        { ranking = [[], ["1"]], ideal = [1, 1], with = { k = 2 }, values = [0, 1] }],
    ["There is no subtopic, and so no ideal.", { ranking = [[]], ideal = [0, 0], with = { k = 2 }, values = [0, 0] }],
]
*/
