/*
name    = "INSQ_examined"
title   = "Documents examined in INSQ"
family  = "utility"
about   = "How many documents the user of INSQ is expected to look at; the same for every ranking."
formula = "Σ (2 T / (i - 1 + 2 T))^2, i = 1..k"
range   = [1, inf]
better  = "neither"
cite    = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092"""

[parameters]
T = { type = "goal" }
k = { type = "cutoff", about = "the last rank that any user looks at" }
*/
select run, query_id, 4 * $T * $T * {{ insq_from('(2 * $T)') }} as value
from topics
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
value   = 2
*/
