/*
name     = "GenAP_R"
title    = "Generalized average precision over R"
family   = "q-measure"
about    = """
    The gain per document at the rank of each relevant document, averaged over all relevant documents. It may pass 1."""
formula  = "GenAP_R = 1/R Σ rel(i) cg(i) / i; cg(i) is the gain of the first i"
range    = [0, inf]
better   = "higher"
monotone = false
cite     = """
    Sakai, Controlling the penalty on late arrival of relevant documents in information retrieval evaluation with
    graded relevance, 2006, section on generalized average precision: the variant of Vu and Gallinari."""
papers   = ["Sakai 2006"]
needs    = "relevant"

[parameters]
gains = { type = "gains" }
rel   = { type = "relevance" }
*/
select run, query_id, sum(cg / rank order by rank asc) / count(*) as value
from
    (
        select run, query_id, rank, relevance, {{ running_sum(gain(), 'so_far') }} as cg
        from judged
        where relevance >= $rel or {{ gain() }} <> 0
        window so_far as (partition by run, query_id order by rank asc nulls last)
    )
where relevance >= $rel
group by all
/*
example = [
    ["Järvelin and Kekäläinen's running example, R = 10: (3/1 + 5/2 + 8/3 + 9/6 + 11/7 + 13/8 + 16/9) / 10.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 1.464087 }],
    ["Of relevance 2 and more, R = 2; the document below gains too: (3/2 + 6/3) / 2.",
        { ranking = [1, 2, 3], with = { rel = 2 }, value = 1.75 }],
    ["What is relevant and gains nothing is counted: (1/1 + 1/2) / 2.",
        { ranking = [2, 1], with = { gains = "0-0-1" }, value = 0.75 }],
]
*/
