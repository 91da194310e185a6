/*
name    = "Frustration"
title   = "Frustration"
family  = "gain"
about   = """
    How early the documents come that do not satisfy, those of a gain below the threshold; 1 is worst. Unjudged
    documents gain nothing and frustrate most. 0 if all documents satisfy, and if none was retrieved."""
formula = """
    Frustration@k = Σ f(i) over Σ f'(i), i = 1..k; f(i) = top - g(i), not below 0, if g(i) < threshold, else 0; f'
    are the same over the documents retrieved, highest first"""
range   = [0, 1]
better  = "lower"
cite    = """
    Myaeng and Korfhage, Information Processing & Management 26(6), 1990. The original was not at hand; the
    definition is the one given here."""
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
threshold = { type = "DOUBLE", default = 1, above = 0, about = "lowest gain that satisfies" }
top       = { type = "DOUBLE", required = true, above = 0, about = """
    highest gain of the scale; a document with this gain frustrates nobody""" }
gains     = { type = "gains" }
k         = { type = "cutoff" }
*/
with
    gains_found as (select run, query_id, rank, coalesce({{ gain() }}, 0) as gained from retrieved),

    documents as (
        select run, query_id, rank, greatest($top - gained, 0) as frustrates
        from gains_found
        where gained < $threshold
    ),

    ordered as (
        select *, row_number() over (partition by run, query_id order by frustrates desc) as worst_rank
        from documents
    )

select
    run,
    query_id,
    {{ exact_sum('frustrates', 'rank <= $k') }} / nullif({{ exact_sum('frustrates', 'worst_rank <= $k') }}, 0) as value
from ordered
group by all
/*
example = [
    ["The worked example of Järvelin and Kekäläinen 2002: 3 + 3 of 3 + 3 + 3 + 2.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { threshold = 2, top = 3, k = 5 }, value = 0.545455 }],
    ["An unjudged document frustrates as one that is not relevant does: 1 + 3 of 3 + 3.",
        { ranking = [2, "?", 3, 0], with = { threshold = 3, top = 3, k = 2 }, value = 0.666667 }],
    ["A ranking of documents that all satisfy frustrates nobody.",
        { ranking = [1, 3, 2], with = { top = 3, k = 2 }, value = 0 }],
    ["A gain above the top frustrates nobody: 0 of 1.",
        { ranking = [2, 0], with = { threshold = 3, top = 1, k = 1 }, value = 0 }],
    ["The one document that frustrates comes first: 1 of 1.",
        { ranking = [0, 1], with = { top = 1, k = 1 }, value = 1 }],
]
*/
