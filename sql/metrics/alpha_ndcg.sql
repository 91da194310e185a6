/*
name    = "alpha_nDCG"
title   = "Novelty-biased normalized discounted cumulative gain"
family  = "novelty"
about   = """
    Discounted cumulative gain in which each further document with the same nugget gains less, as a share of what the
    greedy ideal ranking gives."""
formula = "α-nDCG@k = α-DCG@k over that of the greedy ideal ranking, at most 1"
range   = [0, 1]
better  = "higher"
cite    = "Clarke et al., SIGIR 2008, sections 5.1 and 5.2. doi:10.1145/1390334.1390446"
papers  = ["Clarke et al. 2008"]
aliases = ["a_nDCG", "aNDCG"]

[parameters]
alpha  = { type = "novelty" }
cap    = { type = "novelty" }
k      = { type = "cutoff" }

[peers]
ir_measures = "alpha_nDCG(alpha={alpha})@{k}"
ndeval      = "alpha-nDCG@{k}"
*/
select run, query_id, {{ credited('dcg / ideal_dcg') }} as value
from
    (
        select run, query_id, sum(gain / log2(rank + 1) order by rank asc) as dcg
        from ({{ alpha_gains() }})
        group by all
    )
join
    (
        select query_id, sum(gain / log2(rank + 1) order by rank asc) as ideal_dcg
        from greedy_ideal
        group by all
    )
    using (query_id)
where ideal_dcg > 0
/*
example = [
    ["Table 2 at rank 3: 2.440 of 3.762.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.6487 },
        { with = { k = 3 } }],
    ["Table 2 at rank 5 with alpha 0: nDCG over counts of nuggets.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.8527 },
        { with = { k = 5, alpha = 0 } }],
    ["Alpha 1: a second sight of a nugget is worth nothing.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.7373 },
        { with = { k = 5, alpha = 1 } }],
    ["Alpha .5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.7707 },
        { with = { k = 5 } }],
    ["One subtopic, at rank 2: 1 / log2(3).", { ranking = [[], ["1"]], value = 0.630930 }],
    ["Three nuggets and three more, where the greedy ideal has four and one: credited with 1.",
        { ranking = [["1", "2", "5"], ["3", "4", "6"], ["1", "2", "3", "4"]], with = { alpha = 1, k = 2 }, value = 1 }],
]
*/
