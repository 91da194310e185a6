/*
name    = "RBP_examined"
title   = "Documents examined in rank-biased precision"
family  = "utility"
about   = "How many documents the user of RBP is expected to look at; the same for every ranking."
formula = "1 / (1 - p)"
range   = [1, inf]
better  = "neither"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.1. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]

[parameters]
p = { type = "persistence" }
*/
select
    run,
    query_id,
    1 / (1 - $p) as value
from topics
/*
example = [
    ["Section 4.1: p = 0.8.", { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 5 }],
    ["p = 0.95, and nothing retrieved.", { ranking = [], missed = [1], with = { p = 0.95 }, value = 20 }],
    ["p = 0: the first document alone.", { ranking = [1], with = { p = 0 }, value = 1 }],
]
*/
