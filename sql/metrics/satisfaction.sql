/*
name    = "Satisfaction"
title   = "Satisfaction"
family  = "gain"
about   = """
    The sliding ratio of the documents that satisfy, those of a gain of the threshold or more: their gain as a share
    of what the best ordering of the retrieved documents would give; 0 where none satisfies."""
formula = """
    Satisfaction@k = Σ s(i) over Σ s'(i), i = 1..k; s(i) = g(i) where g(i) >= threshold, else 0; s' are the same,
    highest first"""
range   = [0, 1]
better  = "higher"
cite    = """
    Myaeng and Korfhage, Information Processing & Management 26(6), 1990. The original was not at hand; the
    definition is the one given here."""
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
threshold = { type = "DOUBLE", default = 1, above = 0, about = "lowest gain that satisfies" }
gains     = { type = "gains" }
k         = { type = "cutoff" }
*/
select
    run,
    query_id,
    {{ exact_sum('satisfied', 'rank <= $k') }} / {{ exact_sum('satisfied', 'best_rank <= $k') }} as value
from
    (
        select *, row_number() over (partition by run, query_id order by satisfied desc) as best_rank
        from (select run, query_id, rank, {{ gain() }} as satisfied from judged where rank is not null)
        where satisfied >= $threshold
    )
group by all
/*
example = [
    ["The worked example of Järvelin and Kekäläinen 2002: 3 + 2 + 3 of 3 + 3 + 3 + 2 + 2.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { threshold = 2, k = 5 }, value = 0.615385 }],
    ["The document of grade 1 does not satisfy: 2 of 3 + 2.",
        { ranking = [1, 2, 3], with = { threshold = 2, k = 2 }, value = 0.4 }],
    ["What was missed does not matter: 2 + 3 of 3 + 2.",
        { ranking = [2, 3], missed = [3], with = { threshold = 2, k = 2 }, value = 1 }],
]
*/
