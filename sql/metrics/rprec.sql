/*
name       = "Rprec"
title      = "R-precision"
family     = "precision"
about      = "Precision at the rank at which a perfect ranking would have found every relevant document."
formula    = "Rprec = c(R) / R"
range      = [0, 1]
better     = "higher"
cite       = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
papers     = ["Moffat and Zobel 2008"]
aliases    = ["RPrecision"]
needs      = "relevant"
parts      = { depth = "count(*) over (partition by run, query_id)" }
parameters = { rel = { type = "relevance" } }

[peers]
trec_eval   = "Rprec"
ir_measures = "Rprec(rel={rel})"

[also.Rprec_mult]
title      = "Precision at a multiple of R"
about      = """
    Precision at a multiple of the number of relevant documents, rounded up to whole documents if it is more than a
    tenth above; 0 if that is zero."""
formula    = "c(m) / m; m = floor(multiple R + .9)"
cite       = "trec_eval, m_Rprec_mult.c: https://github.com/usnistgov/trec_eval"
papers     = []
parts      = { depth = "floor($multiple * count(*) over (partition by run, query_id) + 0.9)" }
parameters = { multiple = { type = "DOUBLE", required = true, within = "[0, 100000]", about = "how many times R" } }
peers      = { trec_eval = "Rprec_mult_{multiple:.2f}" }
*/
select run, query_id, count(*) filter (rank <= depth) / any_value(depth) as value
from
    (
        select run, query_id, rank, {{ depth }} as depth
        from judged
        where relevance >= $rel
    )
group by all
/*
example = [
    ["""Moffat and Zobel 2008, table II: 2 of the 5 relevant documents are among the first 5; three times R = 5; four
        of 15.""",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { multiple = 3 } },
        { Rprec = 0.4, Rprec_mult = 0.266667 }],
    ["R = 2, and rank 2 is relevant. A multiple of 1 is R-precision: R = 2, and rank 2 is relevant.",
        { ranking = [0, 1, 0], missed = [1], with = { multiple = 1 }, Rprec = 0.5, Rprec_mult = 0.5 }],
    ["R = 3: 0.4 times it is 1.2, and so rank 2.",
        { ranking = [0, 1, 1, 1], with = { multiple = 0.4 }, Rprec_mult = 0.5 }],
    ["R = 1: 1.05 times it is rank 1.", { ranking = [1, 0], with = { multiple = 1.05 }, Rprec_mult = 1 }],
    ["R = 1: a twentieth of it is zero documents.", { ranking = [1, 0], with = { multiple = 0.05 }, Rprec_mult = 0 }],
    ["Of grade 2 or better; with a depth beyond the ranking, the missing ranks count as not relevant.",
        { ranking = [1, 2], with = { multiple = 4, rel = 2 }, Rprec_mult = 0.25 }],
    ["Nothing relevant is found.", { ranking = [0], missed = [1], with = { multiple = 1 }, Rprec_mult = 0 }],
]
*/
