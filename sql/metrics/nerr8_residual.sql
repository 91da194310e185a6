/*
name       = "NERR8_residual"
title      = "Residual of NERR8"
family     = "utility"
about      = """
    How far NERR8 could still rise, were each document that is not judged worth 1, and all beyond the ranking. A
    negative relevance counts as unjudged."""
formula    = "NERR8 where g(i) = 1 for i unjudged or beyond the ranking, less NERR8"
range      = [0, 1]
better     = "lower"
monotone   = false
when_empty = 1
cite       = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 8. doi:10.1145/3471158.3472239 The
    residual is that of cwl-eval."""

[parameters]
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "stop" }
*/
with
    rates as (
        select
            run,
            query_id,
            at_best,
            sum(reached * stops order by rank asc)
            -- who is stopped looks at none of the ranks below
            / (
                $k
                - sum(reached * stops * ($k - rank) order by rank asc)
            ) as rate
        from ({{ cascade(stopping_at_best(), 'run, query_id, at_best') }})
        group by all
    )

select run, query_id, sum(case when at_best then rate else -rate end order by at_best desc) as value
from rates
group by all
/*
example = [
    ["Unjudged at ranks 1 and 4.",
        { ranking = ["?", 0, 1, "?", 1], missed = [1], with = { k = 10 }, value = 0.666667 }],
    ["Grades to 4, of which 1 is worth nothing; a negative relevance is none.",
        { ranking = [2, 0, -1, 3], with = { k = 10, min_rel = 1, max_rel = 4 }, value = 0.249084 }],
    ["The last rank is 3.", { ranking = [0, "?", 0, 0, 1], with = { k = 3 }, value = 0.500000 }],
    ["All is judged down to the last rank.", { ranking = [0, 1, 0, 1], with = { k = 2 }, value = 0.000000 }],
    ["All is judged, and nothing is worth anything.", { ranking = [0, 0, 1], with = { k = 2 }, value = 0.000000 }],
    ["A negative relevance says nothing.", { ranking = [-1], missed = [1], with = { k = 10 }, value = 1.000000 }],
    ["All is judged, and what is beyond the ranking is not.",
        { ranking = [0, 0], missed = [1], with = { k = 10 }, value = 0.333333 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], with = { k = 10 }, value = 1.000000 }],
]
*/
