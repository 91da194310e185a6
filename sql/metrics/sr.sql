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
cite    = "Pollack, American Documentation 19(4), 1968; Korfhage, Information Storage and Retrieval, Wiley, 1997."
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
select
    run,
    query_id,
    {{ exact_sum('gained', 'rank <= $k') }} / nullif({{ exact_sum('gained', 'best_rank <= $k') }}, 0) as value
from
    (
        select *, row_number() over (partition by run, query_id order by gained desc) as best_rank
        from (select run, query_id, rank, {{ gain() }} as gained from judged where rank is not null)
        where gained <> 0
    )
group by all
/*
example = [
    ["The worked example of Järvelin and Kekäläinen 2002: 3 + 2 + 3 of 3 + 3 + 3 + 2 + 2.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 5 }, value = 0.615385 }],
    ["At the end of the ranking every ordering gains the same.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 10 }, value = 1 }],
    ["Nothing retrieved gains anything.", { ranking = [0, "?", 0], missed = [1], with = { k = 5 }, value = 0 }],
    ["The second document gains all that was retrieved; what was missed does not matter.",
        { ranking = [0, 1], missed = [1], with = { k = 2 }, value = 1 }],
]
*/
