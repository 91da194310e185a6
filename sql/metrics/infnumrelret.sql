/*
name    = "infNumRelRet"
title   = "Inferred number of relevant documents retrieved"
family  = "counts"
about   = """
    How many of the documents retrieved are relevant, estimated from a sample of the pool as infP is."""
formula = """
    infNumRelRet@k = Σ N (r + 1e-5) / (n + 3e-5) over the strata; of the first k documents N are of the stratum, n of
    them were drawn and r of these are relevant"""
range   = [0, inf]
better  = "higher"
monotone = false
summary = "sum"
cite    = """
    Yilmaz, Kanoulas and Aslam, SIGIR 2008, doi:10.1145/1390334.1390437; inum_rel_ret of NIST's sample_eval.pl, where k
    is 1000."""

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
select run, query_id, sum({{ smoothed("documents", "num_rel", "drawn") }} order by stratum asc) as value
from ({{ strata_found() }})
group by all
/*
example = [
    ["Of stratum a 2 of the 2 drawn are relevant and one was not drawn; of b 1 of 2.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], value = 3.999965001 }],
    ["By rank 3: 2 x 1.00001 / 1.00003 + 0.00001 / 1.00003.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], with = { k = 3 }, value = 1.999970001 }],
    ["Relevance 1 is not relevant: 3 x 0.00001 / 2.00003 + 2 x 1.00001 / 2.00003.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], with = { rel = 2 }, value = 1.000010000 }],
]
*/
