/*
name    = "DCG"
title   = "Discounted cumulative gain"
family  = "gain"
about   = "The gain of the documents seen, added up, each divided by a discount that grows with its rank."
formula = "DCG@k = Σ g(i) / d(i), i = 1..k; d(i) = log2(i + 1), or the discount named"
range   = [0, inf]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equation 2. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002", "Moffat and Zobel 2008", "Sakai 2006"]
needs   = "relevant"
peers   = { trec_eval = ["dcg", "dcg_{gains}"] }

[parameters]
discount = { type = "discount" }
base     = { type = "discount" }
gains    = { type = "gains" }
k        = { type = "cutoff" }

[also.CG]
title   = "Cumulative gain"
about   = "The gain of the documents seen, added up, no matter where in the ranking they stand."
formula = "CG@k = Σ g(i), i = 1..k"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equation 1. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002"]
with    = { discount = "none" }
*/
select run, query_id, sum({{ gain() }} / {{ discount('rank') }} order by rank asc) as value
from judged
where rank <= $k and {{ gain() }} <> 0
group by all
/*
example = [
    ["Section 2.2, b = 2: DCG' = 3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 8, discount = "jk" }, DCG = 8.6587 }],
    ["The same gains divided by their rank.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 10, discount = "rank" }, DCG = 6.035714 }],
    ["Without a discount it is cumulative gain.", { ranking = [1, 2], with = { discount = "none" }, DCG = 3 }],
    ["Section 2.1: G' = 3, 2, 3, 0, 0, 1, 2, 2, 3, 0.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 5 }, CG = 8 }],
    ["The same, to the end of the ranking; documents it missed do not matter.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], CG = 16 }],
    ["The last document looked at gains.", { ranking = [0, 2, 1], with = { k = 2 }, CG = 2 }],
    ["A level that is not named gains its own relevance, and one below 0 nothing: 3 + 0 + .5.",
        { ranking = [3, -1, 1], with = { gains = "0-0.5" }, CG = 3.5 }],
]
*/
