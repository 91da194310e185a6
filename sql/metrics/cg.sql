/*
name    = "CG"
title   = "Cumulative gain"
family  = "gain"
about   = "The gain of the documents seen, added up, no matter where in the ranking they stand."
formula = "CG@k = Σ g(i), i = 1..k"
range   = [0, inf]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equation 1. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002"]
needs   = "relevant"

[parameters]
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
select
    run,
    query_id,
    sum({{ gain() }} order by rank asc) as value
from judged
where rank <= $k and {{ gain() }} <> 0
group by all
/*
example = [
    ["Section 2.1: G' = 3, 2, 3, 0, 0, 1, 2, 2, 3, 0.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 5 }, value = 8 }],
    ["The same, to the end of the ranking; documents it missed do not matter.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 16 }],
    ["The last document looked at gains.", { ranking = [0, 2, 1], with = { k = 2 }, value = 2 }],
    ["A level that is not named gains its own relevance, and one below 0 nothing: 3 + 0 + .5.",
        { ranking = [3, -1, 1], with = { gains = "0-0.5" }, value = 3.5 }],
]
*/
