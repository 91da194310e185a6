/*
name    = "nNRBP"
title   = "Normalized novelty- and rank-biased precision"
family  = "intents"
about   = "Novelty- and rank-biased precision as a share of that of the greedy ideal ranking."
formula = "nNRBP = Σ β^(i - 1) G(i) over the same of the greedy ideal ranking, at most 1; G is the alpha gain"
range   = [0, 1]
better  = "higher"
cite    = """
    Clarke, Kolla and Vechtomova, ICTIR 2009, as ndeval of the TREC Web tracks has it.
    doi:10.1007/978-3-642-04417-5_17"""

[parameters]
alpha  = { type = "novelty" }
beta   = { type = "DOUBLE", default = 0.5, within = "[0, 1)", about = "probability of reading on to the next document" }
cap    = { type = "novelty" }
k      = { type = "cutoff" }

[peers]
ir_measures = "nNRBP(alpha={alpha},beta={beta})"
*/
select run, query_id, {{ credited('nrbp / ideal_nrbp') }} as value
from
    (
        select run, query_id, sum(pow($beta, rank - 1) * gain order by rank asc) as nrbp
        from ({{ alpha_gains() }})
        group by all
    )
join
    (
        select query_id, sum(pow($beta, rank - 1) * gain order by rank asc) as ideal_nrbp
        from greedy_ideal
        group by all
    )
    using (query_id)
where ideal_nrbp > 0
/*
example = [
    ["Table 2, alpha and beta .5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.736321 }],
    ["One subtopic, at rank 2: beta of 1.", { ranking = [[], ["1"]], value = 0.5 }],
]
*/
