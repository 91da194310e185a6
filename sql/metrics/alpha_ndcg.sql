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
parts   = { counted = "gain / log2(rank + 1)" }

[parameters]
alpha = { type = "novelty" }
cap   = { type = "novelty" }
k     = { type = "cutoff" }

[peers]
ir_measures = "alpha_nDCG(alpha={alpha})@{k}"
ndeval      = "alpha-nDCG@{k}"

[also.alpha_nCG]
title      = "Novelty-biased normalized cumulative gain"
about      = """
    Cumulative gain in which each further document with the same nugget gains less, as a share of what the greedy
    ideal ranking gives."""
formula    = "α-nCG@k = α-CG@k over that of the greedy ideal ranking, at most 1"
parts      = { counted = "gain" }
parameters = { cap = { type = "novelty", idle = "k == whole_ranking" } }

[also.nERR_IA]
title   = "Normalized intent-aware expected reciprocal rank"
family  = "intents"
about   = """
    Reciprocal ranks of the nuggets met, each further sight of one worth less, as a share of what the greedy ideal
    ranking gives."""
formula = "nERR-IA@k = Σ G(i) / i over the same of the greedy ideal ranking, at most 1; G is the alpha gain"
cite    = "Clarke et al., WSDM 2011, as ndeval of the TREC Web tracks has it. doi:10.1145/1935826.1935847"
papers  = []
parts   = { counted = "gain / rank" }

[also.nERR_IA.peers]
ir_measures = "nERR_IA@{k}"
ndeval      = "nERR-IA@{k}"

[also.nNRBP]
title   = "Normalized novelty- and rank-biased precision"
family  = "intents"
about   = "Novelty- and rank-biased precision as a share of that of the greedy ideal ranking."
formula = "nNRBP = Σ β^(i - 1) G(i) over the same of the greedy ideal ranking, at most 1; G is the alpha gain"
cite    = """
    Clarke, Kolla and Vechtomova, ICTIR 2009, as ndeval of the TREC Web tracks has it.
    doi:10.1007/978-3-642-04417-5_17"""
papers  = []
parts   = { counted = "pow($beta, rank - 1) * gain" }
peers   = { ir_measures = "nNRBP(alpha={alpha},beta={beta})" }

[also.nNRBP.parameters]
alpha = { type = "novelty" }
beta  = { type = "DOUBLE", default = 0.5, within = "[0, 1)", about = "probability of reading on to the next document" }
*/
select run, query_id, {{ credited('total / ideal_total') }} as value
from
    (
        select run, query_id, sum({{ counted }} order by rank asc) as total
        from ({{ alpha_gains() }})
        group by all
    )
join
    (
        select query_id, sum({{ counted }} order by rank asc) as ideal_total
        from greedy_ideal
        group by all
    )
    using (query_id)
where ideal_total > 0
/*
example = [
    ["Table 2 at rank 3: 2.440 of 3.762; 2.75 of 5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], with = { k = 3 } },
        { alpha_nDCG = 0.6487, alpha_nCG = 0.55 }],
    ["Table 2 at rank 5 with alpha 0: nDCG over counts of nuggets.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []] },
        { with = { k = 5, alpha = 0 }, alpha_nDCG = 0.8527 }],
    ["Alpha 1: a second sight of a nugget is worth nothing.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []] },
        { with = { k = 5, alpha = 1 }, alpha_nDCG = 0.7373 }],
    ["Alpha .5. At rank 5: 4.75 of 6. Table 2 at rank 5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], with = { k = 5 } },
        { alpha_nDCG = 0.7707, alpha_nCG = 0.791667, nERR_IA = 0.768150 }],
    ["One subtopic, at rank 2: 1 / log2(3). One subtopic, at rank 2, where the ideal is 1 too; 1/2 of 1; beta of 1.",
        { ranking = [[], ["1"]], alpha_nDCG = 0.630930, alpha_nCG = 1, nERR_IA = 0.5, nNRBP = 0.5 }],
    ["Three nuggets and three more, where the greedy ideal has four and one: credited with 1.",
        { ranking = [["1", "2", "5"], ["3", "4", "6"], ["1", "2", "3", "4"]], with = { alpha = 1, k = 2 } },
        { alpha_nDCG = 1 }],
    ["Table 2, alpha and beta .5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], nNRBP = 0.736321 }],
]
*/
