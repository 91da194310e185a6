/*
name    = "alpha_CG"
title   = "Novelty-biased cumulative gain"
family  = "novelty"
about   = "What the first k documents gain, where each further document with the same nugget gains less."
formula = """
    α-CG@k = Σ G(i), i = 1..k; G(i) = Σ u(s) (1 - α)^r over the nuggets s of document i; r is how many documents
    above have s"""
range   = [0, inf]
better  = "higher"
cite    = "Clarke et al., SIGIR 2008, equation 7 and section 5.2. doi:10.1145/1390334.1390446"
papers  = ["Clarke et al. 2008"]

[parameters]
alpha = { type = "novelty" }
k     = { type = "cutoff" }
*/
select run, query_id, sum(gain order by rank asc) as value
from ({{ alpha_gains() }})
group by all
/*
example = [
    ["Table 2, all documents.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 6.5 }],
    ["The first three.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 2.75 },
        { with = { k = 3 } }],
]
*/
