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

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
select
    run,
    query_id,
    sum(hits / rank order by rank asc) as value
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
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 3.157754 }],
    ["Relevant documents that are never retrieved change nothing.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], missed = [1, 1], value = 3.157754 }],
    ["To rank 6: 1 + 1 + 3/6.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 6 }, value = 2.5 }],
]
*/
