/*
name    = "nERR_IA"
title   = "Normalized intent-aware expected reciprocal rank"
family  = "intents"
about   = """
    Reciprocal ranks of the nuggets met, each further sight of one worth less, as a share of what the greedy ideal
    ranking gives."""
formula = "nERR-IA@k = Σ G(i) / i over the same of the greedy ideal ranking, at most 1; G is the alpha gain"
range   = [0, 1]
better  = "higher"
cite    = "Clarke et al., WSDM 2011, as ndeval of the TREC Web tracks has it. doi:10.1145/1935826.1935847"

[parameters]
alpha  = { type = "novelty" }
cap    = { type = "novelty" }
k      = { type = "cutoff" }

[peers]
ir_measures = "nERR_IA@{k}"
ndeval      = "nERR-IA@{k}"
*/
select run, query_id, {{ credited('err / ideal_err') }} as value
from (select run, query_id, sum(gain / rank order by rank asc) as err from ({{ alpha_gains() }}) group by all)
join (select query_id, sum(gain / rank order by rank asc) as ideal_err from greedy_ideal group by all) using (query_id)
where ideal_err > 0
/*
example = [
    ["Table 2 at rank 5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.768150 },
        { with = { k = 5 } }],
    ["One subtopic, at rank 2: 1/2 of 1.", { ranking = [[], ["1"]], value = 0.5 }],
]
*/
