/*
name    = "NormalisedRecall"
title   = "Normalized recall"
family  = "rank"
about   = """
    One less how far the ranks of the relevant documents are from the best there could be, as a share of the worst.
    Documents missed stand in the middle of what was not retrieved."""
formula = """
    1 - (Σ ranks of relevant documents - Σ 1..R) / (R (size - R)); (n + 1 + size) / 2 is the rank of each one missed;
    1 if R = size"""
range   = [0, 1]
better  = "higher"
cite    = "Rocchio, Document retrieval systems: optimization and evaluation, Harvard, 1966; Salton and McGill, 1983."
papers  = ["Järvelin and Kekäläinen 2002"]
parts   = { value = "1 - sum(place - ideal_place order by ideal_place asc) / (count(*) * ($size - count(*)))" }

[parameters]
size = { type = "DOUBLE", required = true, within = "[1, 1000000000000]", about = """
    number of documents in the collection""" }
rel  = { type = "relevance" }

[also.NormalisedPrecision]
title   = "Normalized precision"
about   = """
    Normalized recall with the logarithms of ranks, so that the first ranks count most. If missed documents, all
    put in the middle of what was not retrieved, would take it below 0, it is 0."""
formula = """
    1 - (Σ ln rank - Σ ln 1..R) / ln(size! / ((size - R)! R!)), not below 0; (n + 1 + size) / 2 is the rank of each
    one missed; 1 if R = size"""
cite    = "Salton and McGill, Introduction to Modern Information Retrieval, McGraw-Hill, 1983."
parts   = { value = """
    greatest(
        1 - sum(ln(place) - ln(ideal_place) order by ideal_place asc)
        / sum(ln(greatest($size + 1 - ideal_place, 1) / ideal_place) order by ideal_place asc),
        0
    )""" }

[also.NormalisedPrecision.parameters]
size = { type = "DOUBLE", required = true, within = "[1, inf)", about = "number of documents in the collection" }
*/
select
    run,
    query_id,
    case
        {{ too_small() }}
        when $size = count(*) then 1
        -- of the logarithm of the binomial coefficient, no factor is below 1 / i where size is refused
        else {{ value }}
    end as value
from ({{ places() }})
group by run, query_id, num_ret
/*
example = [
    ["Moffat and Zobel 2008, tables I and II, in a collection of 1000.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { size = 1000 } },
        { NormalisedRecall = 0.995578, NormalisedPrecision = 0.901533 }],
    ["The same in a collection of 100.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { size = 100 } },
        { NormalisedRecall = 0.953684, NormalisedPrecision = 0.838532 }],
    ["The document at rank 17 is missed instead; unjudged stands in its place.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, "?", 0, 0, 0], missed = [1] },
        { with = { size = 100 }, NormalisedRecall = 0.862105 }],
    ["Every document of the collection is relevant.",
        { ranking = [1, 1], with = { size = 2 }, NormalisedRecall = 1, NormalisedPrecision = 1 }],
    ["Nothing is retrieved.", { ranking = [], missed = [1], with = { size = 10 }, NormalisedRecall = 0 }],
    ["One document, and it is relevant.", { ranking = [1], with = { size = 10 }, NormalisedRecall = 1 }],
    ["Of 4 documents 1 is relevant, at rank 2: 1 - ln 2 / ln 4.",
        { ranking = [0, 1, 0], with = { size = 4 }, NormalisedPrecision = 0.5 }],
]
*/
