/*
name     = "infP"
title    = "Inferred precision"
family   = "judgments"
about    = """
    Precision estimated from a sample of the pool: of each stratum of it, the documents by rank k that were drawn and
    judged stand for those that were not, which have relevance -1. As in sample_eval.pl, a third of a stratum is taken
    to be relevant if none was drawn by rank k."""
formula  = """
    infP@k = 1/k Σ N (r + 1e-5) / (n + 3e-5) over the strata; of the first k documents N are of the stratum, n of them
    were drawn and r of these are relevant"""
range    = [0, inf]
better   = "higher"
monotone = false
cite     = "Yilmaz, Kanoulas and Aslam, SIGIR 2008, doi:10.1145/1390334.1390437; iP of NIST's sample_eval.pl."
parts    = { divisor = "any_value({{ examined() }})" }
peers    = { sample_eval = "iP{k}" }

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[also.infNumRelRet]
title   = "Inferred number of relevant documents retrieved"
family  = "counts"
about   = "How many of the documents retrieved are relevant, estimated from a sample of the pool as infP is."
formula = """
    infNumRelRet@k = Σ N (r + 1e-5) / (n + 3e-5) over the strata; of the first k documents N are of the stratum, n of
    them were drawn and r of these are relevant"""
summary = "sum"
cite    = """
    Yilmaz, Kanoulas and Aslam, SIGIR 2008, doi:10.1145/1390334.1390437; inum_rel_ret of NIST's sample_eval.pl, where k
    is 1000."""
parts   = { divisor = "1" }
*/
select run, query_id, sum({{ smoothed("documents", "num_rel", "drawn") }} order by stratum asc) / {{ divisor }} as value
from ({{ strata_found() }})
join topics using (run, query_id)
group by all
/*
example = [
    ["""Of all 6 retrieved 5 are in the pool: of stratum a 2 of the 2 drawn are relevant and one was not drawn; of b 1
        of 2: (3 x 2.00001 / 2.00003 + 2 x 1.00001 / 2.00003) / 6. Of stratum a 2 of the 2 drawn are relevant and one
        was not drawn; of b 1 of 2.""",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1] },
        { strata = ["a", "a", "b", "b", "?", "a", "b", "b", "a", "a"], infP = 0.666660833 },
        { infNumRelRet = 3.999965001 }],
    ["The same by rank 5.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1] },
        { strata = ["a", "a", "b", "b", "?", "a", "b", "b", "a", "a"], with = { k = 5 }, infP = 0.599991 }],
    ["By rank 2, one of stratum a was drawn, and is relevant.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1] },
        { strata = ["a", "a", "b", "b", "?", "a", "b", "b", "a", "a"], with = { k = 2 }, infP = 0.999980001 }],
    ["None was drawn by rank 2.",
        { ranking = [-1, -1, 1], missed = [0, 2], strata = ["a", "b", "b", "a", "a"], with = { k = 2 } },
        { infP = 0.333333333 }],
    ["""Relevance 1 is not relevant: (3 x 0.00001 / 2.00003 + 2 x 1.00001 / 2.00003) / 6; 3 x 0.00001 / 2.00003 + 2 x
        1.00001 / 2.00003.""",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1] },
        { strata = ["a", "a", "b", "b", "?", "a", "b", "b", "a", "a"], with = { rel = 2 }, infP = 0.166668333 },
        { infNumRelRet = 1.000010000 }],
    ["By rank 3: 2 x 1.00001 / 1.00003 + 0.00001 / 1.00003.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1] },
        { strata = ["a", "a", "b", "b", "?", "a", "b", "b", "a", "a"], with = { k = 3 }, infNumRelRet = 1.999970001 }],
]
*/
