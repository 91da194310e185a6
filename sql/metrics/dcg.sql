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

[parameters]
discount = { type = "discount" }
base     = { type = "discount" }
gains    = { type = "gains" }
k        = { type = "cutoff" }

[peers]
trec_eval = ["dcg", "dcg_{gains}"]
*/
select
    run,
    query_id,
    sum({{ gain() }} / {{ discount('rank') }} order by rank asc) as value
from judged
where rank <= $k and {{ gain() }} <> 0
group by all
/*
example = [
    ["Section 2.2, b = 2: DCG' = 3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 8, discount = "jk" }, value = 8.6587 }],
    ["The same gains divided by their rank.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 10, discount = "rank" }, value = 6.035714 }],
    ["Without a discount it is cumulative gain.", { ranking = [1, 2], with = { discount = "none" }, value = 3 }],
]
*/
