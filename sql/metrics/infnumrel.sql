/*
name       = "infNumRel"
title      = "Inferred number of relevant documents"
family     = "counts"
about      = """
    How many relevant documents are in the pool, estimated from a sample of it: each that was drawn from a stratum
    stands for others of it. The judgments have a column stratum, and relevance -1 for what was not drawn."""
formula    = "infNumRel = Σ N r/n over the strata of the pool; of N documents n were drawn, and r of these are relevant"
range      = [0, inf]
better     = "neither"
summary    = "sum"
cite       = "Yilmaz, Kanoulas and Aslam, SIGIR 2008, doi:10.1145/1390334.1390437; inum_rel of NIST's sample_eval.pl."
parameters = { rel = { type = "relevance" } }
peers      = { sample_eval = "inum_rel" }
*/
select run, query_id, value
from topics
join (select query_id, sum(num_rel order by stratum asc) as value from ({{ strata_estimated() }}) group by all)
    using (query_id)
/*
example = [
    ["Two of the 3 drawn of 5 are relevant, and two of the 3 of 4: 10/3 + 8/3.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], value = 6 }],
    ["Relevance 1 is not relevant: one of the 3 of 4, 4/3.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], with = { rel = 2 }, value = 1.333333333 }],
    ["None was drawn of strata b and c, which stand for none: 3 x 2/2.",
        { ranking = [1, -1, -1, 1], missed = [-1, -1], strata = ["a", "c", "b", "a", "c", "a"], value = 3 }],
]
*/
