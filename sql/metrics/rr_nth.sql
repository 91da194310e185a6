/*
name    = "RR_nth"
title   = "Reciprocal rank of the nth relevant document"
family  = "first"
about   = "One over the rank at which a user who wants n relevant documents has found them."
formula = "RR_nth@k = 1 / rank of the nth relevant document; 0 where that is > k, or there are fewer"
range   = [0, 1]
better  = "higher"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.3. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]
aliases = ["RR2"]
needs   = "relevant"

[parameters]
nth = { type = "INTEGER", default = 2, within = "[1, inf)", about = "how many relevant documents are wanted" }
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
select run, query_id, 1 / rank as value
from judged
where relevance >= $rel and rank <= $k
qualify row_number() over (partition by run, query_id order by rank asc) = $nth
/*
example = [
    ["Tables I and II: the second relevant document stands at rank 2.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.5 }],
    ["The third stands at rank 6.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.166667 },
        { with = { nth = 3 } }],
    ["So it is not among the first 5.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0 },
        { with = { nth = 3, k = 5 } }],
    ["A relevant document that is never retrieved is not found.", { ranking = [1, 0], missed = [1], value = 0 }],
    ["The second relevant document stands just at the cutoff.",
        { ranking = [1, 0, 1], with = { k = 3 }, value = 0.333333 }],
]
*/
