/*
name    = "NormalisedPrecision"
title   = "Normalised precision"
family  = "rank"
about   = """
    Normalised recall with the logarithms of ranks, so that the first ranks count most. Where missed documents, all
    put in the middle of what was not retrieved, would take it below 0, it is 0."""
formula = """
    1 - (Σ ln rank - Σ ln 1..R) / ln(size! / ((size - R)! R!)), not below 0; (n + 1 + size) / 2 is the rank of each
    one missed; 1 where R = size"""
range   = [0, 1]
better  = "higher"
cite    = "Salton and McGill, Introduction to Modern Information Retrieval, McGraw-Hill, 1983."
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
size = { type = "DOUBLE", required = true, within = "[1, inf)", about = "how many documents the collection has" }
rel  = { type = "relevance" }
*/
select
    run,
    query_id,
    case
        {{ too_small() }}
        when $size = count(*) then 1
        else
            greatest(
                1 - sum(ln(place) - ln(ideal_place) order by ideal_place asc)
                -- the logarithm of the binomial coefficient, factor by factor; none is below 1 / i where size is
                -- refused
                / sum(ln(greatest($size + 1 - ideal_place, 1) / ideal_place) order by ideal_place asc),
                0
            )
    end as value
from ({{ places() }})
group by run, query_id, num_ret
/*
example = [
    ["Moffat and Zobel 2008, tables I and II, in a collection of 1000.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.901533 },
        { with = { size = 1000 } }],
    ["The same in a collection of 100.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.838532 },
        { with = { size = 100 } }],
    ["Of 4 documents 1 is relevant, at rank 2: 1 - ln 2 / ln 4.",
        { ranking = [0, 1, 0], with = { size = 4 }, value = 0.5 }],
    ["Every document of the collection is relevant.", { ranking = [1, 1], with = { size = 2 }, value = 1 }],
]
*/
