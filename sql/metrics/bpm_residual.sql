/*
name       = "BPM_residual"
title      = "Residual of BPM"
family     = "utility"
about      = """
    How far BPM could still rise, were each document that is not judged worth 1, and all beyond the ranking. A
    negative relevance counts as unjudged."""
formula    = "BPM where g(i) = 1 for i unjudged or beyond the ranking, less BPM"
range      = [0, 1]
better     = "lower"
monotone   = false
when_empty = 1
cite       = """
    Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating web search with a Bejeweled player model, SIGIR 2017, the static
    model. doi:10.1145/3077136.3080841 The residual is that of cwl-eval."""

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "stop" }
*/
with
    rates as (
        select
            run,
            query_id,
            coalesce(min(gained) filter (gained >= $T), max(gained))
            / coalesce(min(rank) filter (gained >= $T), $k) as rate
        from ({{ gained_so_far() }})
        group by all
    ),

    -- where all that is not judged is worth 1: of the ranks where T may be reached, the first
    best as (
        select run, query_id, min_by(gained / rank, rank) as best_rate
        from ({{ gained_at_best() }})
        where gained >= $T or rank = $k
        group by all
    )

select run, query_id, greatest(best_rate - coalesce(rate, 0), 0) as value
from best
left join rates using (run, query_id)
/*
example = [
    ["Unjudged at ranks 1 and 4.",
        { ranking = ["?", 0, 1, "?", 1], missed = [1], with = { k = 10 }, value = 0.666667 }],
    ["Grades to 4, of which 1 is worth nothing; a negative relevance is none.",
        { ranking = [2, 0, -1, 3], with = { k = 10, min_rel = 1, max_rel = 4, T = 2 }, value = 0.400000 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, value = 0.500000 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, value = 0.000000 }],
    ["Grade 2 of 3 at rank 1, so that one more is wanted.",
        { ranking = [2], with = { k = 10, max_rel = 3 }, value = 0.766667 }],
    ["T is not reached by rank 3.", { ranking = [0], missed = [1], with = { k = 3, T = 5 }, value = 0.666667 }],
    ["T is not reached by rank 3; the next judged document is below.",
        { ranking = [0, "?", "?", "?", 0], with = { k = 3, T = 3 }, value = 0.666667 }],
    ["All is judged, and what is beyond the ranking is not.",
        { ranking = [0, 0], missed = [1], with = { k = 10 }, value = 0.333333 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], with = { k = 10 }, value = 1.000000 }],
    ["All is judged: 0, though rounding makes it less.",
        { ranking = [2], with = { k = 1, max_rel = 3 }, value = 0.0000000000000000 }],
]
*/
