/*
name    = "alpha_DCG"
title   = "Novelty-biased discounted cumulative gain"
family  = "novelty"
about   = """
    Cumulative gain in which each further document with the same nugget gains less, and later documents count less."""
formula = """
    α-DCG@k = Σ G(i) / log2(1 + i), i = 1..k; G(i) = Σ u(s) (1 - α)^r over the nuggets s of document i; r is how many
    documents above have s"""
range   = [0, inf]
better  = "higher"
cite    = "Clarke et al., SIGIR 2008, equation 7 and section 5.2. doi:10.1145/1390334.1390446"
papers  = ["Clarke et al. 2008"]
parts   = { at_rank = "log2(rank + 1)", at_place = "log2(place + 1)" }

[parameters]
alpha   = { type = "novelty" }
divisor = { type = "VARCHAR", default = "none", one_of = ["none", "best", "ndeval"], about = """
    divisor of the sum: none; the sum if the document at each rank (up to 100,000 without a cutoff) had every nugget;
    the same, but none at k = 1""" }
k       = { type = "cutoff" }

[also.ERR_IA]
title   = "Intent-aware expected reciprocal rank"
family  = "intents"
about   = """
    Reciprocal ranks of the nuggets met, each further sight of one worth less, over what a document with every nugget
    at each rank would give."""
formula = """
    ERR-IA@k = Σ G(i) / i over Σ U (1 - α)^(i - 1) / i, i = 1..k; G is the alpha gain; U is the sum of the weights of
    all subtopics"""
cite    = """
    Chapelle et al., CIKM 2009, as ndeval of the TREC Web tracks has it; Clarke et al., WSDM 2011.
    doi:10.1145/1935826.1935847"""
papers  = []
parts   = { at_rank = "rank", at_place = "place" }

[also.ERR_IA.parameters]
divisor = { type = "VARCHAR", default = "best", one_of = ["none", "best", "ndeval"], about = """
    divisor of the sum: none; the sum if the document at each rank (up to 100,000 without a cutoff) had every nugget;
    the same, but none at k = 1""", idle = "divisor == 'ndeval' and k > 1" }

[also.ERR_IA.peers]
ir_measures = "ERR_IA@{k}"
ndeval      = "ERR-IA@{k}"
*/
select run, query_id, sum(gain / {{ at_rank }} order by rank asc) / {{ divisor('sum_weights * share') }} as value
from ({{ alpha_gains() }})
join ({{ subtopics_of() }}) using (query_id)
cross join
    (select sum(pow(1 - $alpha, place - 1) / {{ at_place }} order by place asc) as share from ({{ places_to_k() }}))
group by all
/*
example = [
    ["Table 2 at rank 5: 2 + .5 / 1.585 + .25 / 2 + 0 + 2 / 2.585.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], with = { k = 5 } },
        { alpha_DCG = 3.2142, ERR_IA = 0.396974 }],
    ["As ndeval has it: over what all five nuggets at each of five ranks would give.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []] },
        { with = { k = 5, divisor = "best" }, alpha_DCG = 0.423341 }],
    ["At rank 1 ndeval divides by nothing.",
        { ranking = [["1", "2"]], with = { k = 1, divisor = "ndeval" }, alpha_DCG = 2 }],
    ["At rank 2 it does: 2 over 2 (1 + .5 / log2(3)).",
        { ranking = [["1", "2"]], with = { k = 2, divisor = "ndeval" }, alpha_DCG = 0.760188 }],
    ["The best possible document at rank 1 has both subtopics.",
        { ranking = [["1", "2"]], with = { k = 1, divisor = "best" }, alpha_DCG = 1 }],
]
*/
