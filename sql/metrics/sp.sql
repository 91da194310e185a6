/*
name    = "SP"
title   = "Sum of precisions"
family  = "precision"
about   = """
    Precision at the rank of each relevant document retrieved, added up: average precision before it is divided by
    anything."""
formula = "SP@k = Σ rel(i) c(i) / i, i = 1..k; c(i) relevant documents are among the first i"
range   = [0, inf]
better  = "higher"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 3.1. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]
needs   = "relevant"
parts   = { value = "sum(hits / rank order by rank asc)" }

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[also.AP_retrieved]
title    = "Average precision over the relevant documents retrieved"
about    = """
    Precision at the rank of each relevant document retrieved, averaged over those alone; what was never retrieved
    costs nothing. One more found late lowers it, so higher is not always better."""
formula  = "AP_retrieved@k = SP@k / c(k) = 1/c(k) Σ rel(i) c(i) / i, i = 1..k; without a cutoff, k = n"
range    = [0, 1]
monotone = false
parts    = { value = "sum(hits / rank order by rank asc) / count(*)" }
*/
select run, query_id, {{ value }} as value
from
    (
        select run, query_id, rank, row_number() over (partition by run, query_id order by rank asc) as hits
        from judged
        where relevance >= $rel and rank <= $k
    )
group by all
/*
example = [
    ["Section 3.1: relevant at ranks 1, 2, 6, 11 and 17.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0] },
        { SP = 3.157754, AP_retrieved = 0.631551 }],
    ["Relevant documents that are never retrieved change nothing.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], missed = [1, 1], SP = 3.157754 }],
    ["To rank 6: 1 + 1 + 3/6.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 6 }, SP = 2.5 }],
    ["Three more relevant documents, at ranks 18 to 20, lower it.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1], AP_retrieved = 0.532439 }],
    ["To rank 6, with one relevant document never retrieved: (1 + 1 + 3/6) / 3.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], missed = [1], with = { k = 6 } },
        { AP_retrieved = 0.833333 }],
]
*/
