/*
name    = "SR"
title   = "Sliding ratio"
family  = "gain"
about   = """
    The gain of the first k documents as a share of what the best ordering of the retrieved documents would give;
    without a cutoff 1, if anything is gained. What was missed does not matter."""
formula = "SR@k = Σ g(i) over Σ h(i), i = 1..k; h are the gains of the documents retrieved, highest first"
range   = [0, 1]
better  = "higher"
cite    = "Pollock, American Documentation 19(4), 1968; Korfhage, Information Storage and Retrieval, Wiley, 1997."
papers  = ["Järvelin and Kekäläinen 2002"]
parts   = { enough = "<> 0" }

[parameters]
gains = { type = "gains" }
k     = { type = "cutoff" }

[also.Satisfaction]
title      = "Satisfaction"
about      = """
    The sliding ratio of the documents that satisfy, those of a gain of the threshold or more: their gain as a share
    of what the best ordering of the retrieved documents would give; 0 if none satisfies."""
formula    = """
    Satisfaction@k = Σ s(i) over Σ s'(i), i = 1..k; s(i) = g(i) where g(i) >= threshold, else 0; s' are the same,
    highest first"""
cite       = """
    Myaeng and Korfhage, Information Processing & Management 26(6), 1990. The original was not at hand; the
    definition is the one given here."""
parts      = { enough = ">= $threshold" }
parameters = { threshold = { type = "DOUBLE", default = 1, above = 0, about = "lowest gain that satisfies" } }
*/
select
    run,
    query_id,
    {{ exact_sum('gained', 'rank <= $k') }} / nullif({{ exact_sum('gained', 'best_rank <= $k') }}, 0) as value
from
    (
        select *, row_number() over (partition by run, query_id order by gained desc) as best_rank
        from (select run, query_id, rank, {{ gain() }} as gained from judged where rank is not null)
        where gained {{ enough }}
    )
group by all
/*
example = [
    ["The worked example of Järvelin and Kekäläinen 2002: 3 + 2 + 3 of 3 + 3 + 3 + 2 + 2.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 5 }, SR = 0.615385 }],
    ["At the end of the ranking every ordering gains the same.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 10 }, SR = 1 }],
    ["Nothing retrieved gains anything.", { ranking = [0, "?", 0], missed = [1], with = { k = 5 }, SR = 0 }],
    ["The second document gains all that was retrieved; what was missed does not matter.",
        { ranking = [0, 1], missed = [1], with = { k = 2 }, SR = 1 }],
    ["The worked example of Järvelin and Kekäläinen 2002: 3 + 2 + 3 of 3 + 3 + 3 + 2 + 2.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { threshold = 2, k = 5 }, Satisfaction = 0.615385 }],
    ["The document of grade 1 does not satisfy: 2 of 3 + 2.",
        { ranking = [1, 2, 3], with = { threshold = 2, k = 2 }, Satisfaction = 0.4 }],
    ["What was missed does not matter: 2 + 3 of 3 + 2.",
        { ranking = [2, 3], missed = [3], with = { threshold = 2, k = 2 }, Satisfaction = 1 }],
]
*/
