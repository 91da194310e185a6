/*
name    = "ERR_IA"
title   = "Intent-aware expected reciprocal rank"
family  = "intents"
about   = """
    Reciprocal ranks of the nuggets met, each further sight of one worth less, over what a document with every nugget
    at each rank would give."""
formula = """
    ERR-IA@k = Σ G(i) / i over Σ U (1 - α)^(i - 1) / i, i = 1..k; G is the alpha gain; U is the sum of the weights of
    all subtopics"""
range   = [0, inf]
better  = "higher"
cite    = """
    Chapelle et al., CIKM 2009, as ndeval of the TREC Web tracks has it; Clarke et al., WSDM 2011.
    doi:10.1145/1935826.1935847"""

[parameters]
alpha  = { type = "novelty" }
divisor = { type = "VARCHAR", default = "best", one_of = ["none", "best", "ndeval"], about = """
    what divides the sum: nothing; what a document with every nugget at each rank (without a cutoff, 100,000) would
    give; the same, but nothing at k = 1""", idle = "divisor == 'ndeval' and k > 1" }
k      = { type = "cutoff" }

[peers]
ir_measures = "ERR_IA@{k}"
ndeval      = "ERR-IA@{k}"
*/
select
    run,
    query_id,
    sum(gain / rank order by rank asc) / {{ divisor('sum_weights * share') }} as value
from ({{ alpha_gains() }})
join ({{ subtopics_of() }}) using (query_id)
cross join (select sum(pow(1 - $alpha, place - 1) / place order by place asc) as share from ({{ places_to_k() }}))
group by all
/*
example = [
    ["Table 2 at rank 5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.396974 },
        { with = { k = 5 } }],
]
*/
