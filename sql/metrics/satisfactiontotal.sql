/*
name    = "SatisfactionTotal"
title   = "Total of satisfaction and frustration"
family  = "gain"
about   = """
    The weighted mean of Satisfaction and of 1 less Frustration: 1 if all documents satisfy, as there is nothing
    to be frustrated by; 0 for an empty ranking."""
formula = "SatisfactionTotal@k = weight Satisfaction@k + (1 - weight) (1 - Frustration@k)"
range   = [0, 1]
better  = "higher"
cite    = """
    Myaeng and Korfhage, Information Processing & Management 26(6), 1990. The original was not at hand; the
    definition is the one given here."""
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
threshold = { type = "DOUBLE", default = 1, above = 0, about = "lowest gain that satisfies" }
top       = { type = "DOUBLE", required = true, above = 0, about = """
    highest gain of the scale; a document with this gain frustrates nobody""" }
weight    = { type = "DOUBLE", default = 0.5, within = "[0, 1]", about = """
    weight of Satisfaction; the rest is the weight of Frustration""" }
gains     = { type = "gains" }
k         = { type = "cutoff" }
*/
with
    gains_found as (select run, query_id, rank, coalesce({{ gain() }}, 0) as gained from retrieved),

    documents as (
        select
            run,
            query_id,
            rank,
            case when gained >= $threshold then gained else 0 end as satisfies,
            case when gained >= $threshold then 0 else greatest($top - gained, 0) end as frustrates
        from gains_found
    ),

    ordered as (
        select
            *,
            row_number() over (partition by run, query_id order by satisfies desc) as best_rank,
            row_number() over (partition by run, query_id order by frustrates desc) as worst_rank
        from documents
    ),

    sums as (
        select
            run,
            query_id,
            {{ exact_sum('satisfies', 'rank <= $k') }} as satisfied,
            {{ exact_sum('satisfies', 'best_rank <= $k') }} as best,
            {{ exact_sum('frustrates', 'rank <= $k') }} as frustrated,
            {{ exact_sum('frustrates', 'worst_rank <= $k') }} as worst
        from ordered
        group by all
    )

select
    run,
    query_id,
    $weight * case best when 0 then 0 else satisfied / best end
        + (1 - $weight) * (1 - case worst when 0 then 0 else frustrated / worst end) as value
from sums
/*
example = [
    ["The worked example of Järvelin and Kekäläinen 2002: the mean of 8/13 and 1 - 6/11.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { threshold = 2, top = 3, k = 5 }, value = 0.534965 }],
    ["Satisfaction alone.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], value = 0.615385 },
        { with = { threshold = 2, top = 3, weight = 1, k = 5 } }],
    ["A best ordering of documents that all satisfy.", { ranking = [3, 2, 1], with = { top = 3, k = 2 }, value = 1 }],
    ["Nothing satisfies, and all is as frustrating as it can be.",
        { ranking = [0, "?", 0], with = { top = 3, k = 2 }, value = 0 }],
    ["Nothing satisfies; 3 - 1 of 3 frustrates, what is unjudged being the worst.",
        { ranking = [1, "?"], with = { threshold = 2, top = 3, k = 1 }, value = 0.166667 }],
    ["The one document that satisfies comes before the one that frustrates.",
        { ranking = [1, 0], with = { top = 1, k = 1 }, value = 1 }],
    ["A gain above the top frustrates nobody, and this one satisfies nobody either.",
        { ranking = [2, 0], with = { threshold = 3, top = 1, k = 1 }, value = 0.5 }],
]
*/
