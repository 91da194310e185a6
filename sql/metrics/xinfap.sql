/*
name     = "xinfAP"
title    = "Extended inferred average precision"
family   = "judgments"
about    = """
    Average precision of all that is in the pool, estimated from a sample of it: documents are drawn from each stratum
    of the pool at a rate of its own. The judgments have a column stratum, and relevance -1 for what was not drawn. As
    in sample_eval.pl, ranks below k count for nothing."""
formula  = """
    xinfAP@k = 1/min(R, k) Σ w(i) (1 + F(i - 1)) / i over the relevant documents drawn, i = 1..k; w(i) = N/n, where of
    the N documents of its stratum n were drawn; R = Σ w over all relevant ones drawn; F(i) = Σ N(i) (r(i) + 1e-5) /
    (n(i) + 3e-5) over the strata, of whose documents N(i) are by rank i, n(i) of them drawn and r(i) relevant"""
range    = [0, inf]
better   = "higher"
monotone = false
cite     = """
    Yilmaz, Kanoulas and Aslam, A simple and efficient sampling method for estimating AP and NDCG, SIGIR 2008,
    doi:10.1145/1390334.1390437; the form of NIST's sample_eval.pl."""

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff", default = 1000, about = """
    number of documents of a ranking that count, and the most relevant documents it can find""" }
*/
with
    relevant as (
        select run, query_id, rank, stratum
        from sampled
        where relevance >= $rel and rank <= $k
    ),

    -- how many relevant documents are estimated to be above each
    above as (
        select run, query_id, rank, sum({{ smoothed("pooled", "hits", "drawn") }} order by stratum asc) as found
        from ({{ strata_above("relevant") }})
        group by all
    ),

    estimated as ({{ strata_estimated() }})

select run, query_id, sum(standing * (1 + found) / rank order by rank asc) / any_value(least(total, $k)) as value
from relevant
join above using (run, query_id, rank)
join estimated using (query_id, stratum)
join (select query_id, sum(num_rel order by stratum asc) as total from estimated group by all) using (query_id)
group by all
/*
example = [
    ["""Two of the 3 drawn of 5 are relevant, and two of the 3 of 4: R = 10/3 + 8/3. At the relevant documents w = 5/3,
        4/3 and 5/3, and F = 0, 1 x 1.00001/1.00003 x 2 and so on, as sample_eval.pl has it.""",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], value = 0.62962588 }],
    ["All are judged, but for the smoothing it is average precision: (1 + 2/3) / 3.",
        { ranking = [1, 0, 1], missed = [1, 0], strata = ["a", "a", "a", "a", "a"], value = 0.555555 }],
    ["By rank 3, R = 6 is more than could be found.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], with = { k = 3 }, value = 0.555555556 }],
    ["By rank 4, where a relevant document is, R = 6 is more than could be found.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], with = { k = 4 }, value = 0.666664167 }],
    ["Relevance 1 is not relevant, R = 4/3: one is found, at rank 4.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], with = { rel = 2 }, value = 0.250007500 }],
    ["None was drawn of strata b and c: their documents are a third relevant, and stand for none of R.",
        { ranking = [1, -1, -1, 1], missed = [-1, 1], strata = ["a", "c", "b", "a", "c", "a"], value = 0.555553889 }],
    ["One stratum, of 6 documents 4 drawn: R = 3, and 1.00001/2.00003 of the 3 above rank 4 are relevant.",
        { ranking = [0, 1, -1, 1], missed = [-1, 0], strata = ["a", "a", "a", "a", "a", "a"], value = 0.562501562 }],
]
*/
