/*
name       = "INSQ_residual"
title      = "Residual of INSQ"
family     = "utility"
about      = """
    How far INSQ could still rise, were each document that is not judged worth 1, and all beyond the ranking. A
    negative relevance counts as unjudged."""
formula    = "1 - Σ w(i) over the judged ranks i <= k, over w(1) + ... + w(k); w(i) = 1 / (i - 1 + 2 T)^2"
range      = [0, 1]
better     = "lower"
when_empty = 1
cite       = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092 The residual is that of cwl-eval."""

[parameters]
T       = { type = "goal" }
k       = { type = "last" }
*/
select
    run,
    query_id,
    greatest(1 - sum(1 / pow(rank - 1 + 2 * $T, 2) order by rank asc) / {{ insq_from('(2 * $T)') }}, 0) as value
from judged
where relevance >= 0 and rank <= $k
group by all
/*
example = [
    ["Unjudged at ranks 1 and 4.", { ranking = ["?", 0, 1, "?", 1], missed = [1], value = 0.687737 }],
    ["Grades to 4, of which 1 is worth nothing; a negative relevance is none.",
        { ranking = [2, 0, -1, 3], with = { T = 2 }, value = 0.566955 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, value = 0.262295 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, value = 0.000000 }],
    ["All is judged, and what is beyond the ranking is not.", { ranking = [0, 0], missed = [1], value = 0.440081 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], value = 1.000000 }],
    ["All is judged: 0, though rounding makes it less.",
        { ranking = [1, 1], with = { T = 1.5, k = 2 }, value = 0.0000000000000000 }],
]
*/
