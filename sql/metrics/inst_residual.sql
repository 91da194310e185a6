/*
name       = "INST_residual"
title      = "Residual of INST"
family     = "utility"
about      = """
    How far INST could still rise, were each document that is not judged worth 1, and all beyond the ranking. A
    negative relevance counts as unjudged."""
formula    = "INST where g(i) = 1 for i unjudged or beyond the ranking, less INST"
range      = [0, 1]
better     = "lower"
monotone   = false
when_empty = 1
cite       = """
    Moffat, Bailey, Scholer and Thomas, INST: an adaptive metric for information retrieval evaluation, ADCS 2015.
    doi:10.1145/2838931.2838938 The residual is that of cwl-eval."""

[parameters]
T       = { type = "goal", within = "(0.5, 1000000000]" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "last" }
*/
with
    rates as (
        select run, query_id, sum(reached * worth order by rank asc) / sum(reached * length order by rank asc) as rate
        from ({{ stretches() }})
        group by all
    ),

    -- where all that is not judged is worth 1, what is lost is what judged documents are worth less
    best as (
        select run, query_id, 1 - best.lost / best.looks as best_rate
        from ({{ looked_at_best() }})
    )

select run, query_id, greatest(best_rate - rate, 0) as value
from rates
join best using (run, query_id)
/*
example = [
    ["Unjudged at ranks 1 and 4.", { ranking = ["?", 0, 1, "?", 1], missed = [1], value = 0.676056 }],
    ["Grades to 4, of which 1 is worth nothing; a negative relevance is none.",
        { ranking = [2, 0, -1, 3], with = { min_rel = 1, max_rel = 4, T = 2 }, value = 0.401677 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, value = 0.270677 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, value = 0.000000 }],
    ["All is judged, and what is beyond the ranking is not.", { ranking = [0, 0], missed = [1], value = 0.283465 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], value = 1.000000 }],
    ["All is judged: 0, though rounding makes it less.",
        { ranking = [2], with = { T = 2, max_rel = 3, k = 1 }, value = 0.0000000000000000 }],
]
*/
