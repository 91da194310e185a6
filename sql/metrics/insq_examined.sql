/*
name    = "INSQ_examined"
title   = "Documents examined in INSQ"
family  = "utility"
about   = "How many documents the user of INSQ is expected to look at; the same for every ranking."
formula = "a(1) + a(2) + ... + a(k); a(i) = (2 T / (i - 1 + 2 T))^2"
range   = [1, inf]
better  = "neither"
cite    = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092"""

[parameters]
T = { type = "goal" }
k = { type = "last" }
*/
select
    run,
    query_id,
    -- at least 1, but for rounding
    greatest(4 * $T * $T * {{ insq_from('(2 * $T)') }}, 1) as value
from topics
/*
example = [
    ["T = 1: 4 (1/4 + 1/9 + 1/16 + ...), which is 4 (pi^2 / 6 - 1).", { ranking = [1, 0], value = 2.579736 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { T = 2 }, value = 4.541167 }],
    ["To rank 3: 1 + 4/9 + 1/4.", { ranking = [1], with = { k = 3 }, value = 1.694444 }],
    ["T = 8, and T = 20.", { ranking = [1], with = { T = 20 }, value = 40.504166 }],
    ["To rank 1 alone: 1, though rounding makes it less.",
        { ranking = [1], with = { T = 2, k = 1 }, value = 1.0000000000000000 }],
]
*/
