/*
name    = "Rprec_mult"
title   = "Precision at a multiple of R"
family  = "precision"
about   = """
    Precision at a multiple of the number of relevant documents, rounded up to whole documents where it is more than a
    tenth above; 0 where that is none."""
formula = "c(m) / m; m = floor(multiple R + .9)"
range   = [0, 1]
better  = "higher"
cite    = "trec_eval, m_Rprec_mult.c: https://github.com/usnistgov/trec_eval"
needs   = "relevant"

[parameters]
multiple = { type = "DOUBLE", required = true, within = "[0, 100000]", about = "how many times R" }
rel      = { type = "relevance" }

[peers]
trec_eval = "Rprec_mult_{multiple:.2f}"
*/
select
    run,
    query_id,
    len([rank for rank in ranks if rank <= depth]) / depth as value
from (select run, query_id, ranks, floor($multiple * num_rel + 0.9) as depth from ({{ relevant_ranks() }}))
/*
example = [
    ["Moffat and Zobel 2008, table II: three times R = 5; four of 15.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.266667 },
        { with = { multiple = 3 } }],
    ["A multiple of 1 is R-precision: R = 2, and rank 2 is relevant.",
        { ranking = [0, 1, 0], missed = [1], with = { multiple = 1 }, value = 0.5 }],
    ["R = 3: 0.4 times it is 1.2, and so rank 2.", { ranking = [0, 1, 1, 1], with = { multiple = 0.4 }, value = 0.5 }],
    ["R = 1: 1.05 times it is rank 1.", { ranking = [1, 0], with = { multiple = 1.05 }, value = 1 }],
    ["R = 1: a twentieth of it is no document.", { ranking = [1, 0], with = { multiple = 0.05 }, value = 0 }],
    ["Of grade 2 or better; with a depth beyond the ranking, the missing ranks count as not relevant.",
        { ranking = [1, 2], with = { multiple = 4, rel = 2 }, value = 0.25 }],
    ["Nothing relevant is found.", { ranking = [0], missed = [1], with = { multiple = 1 }, value = 0 }],
]
*/
