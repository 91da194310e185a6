/*
name    = "IPrec"
title   = "Interpolated precision at a point of recall"
family  = "precision"
about   = """
    The highest precision from the rank on at which a share of the relevant documents is found. The share is rounded to
    whole documents as trec_eval does it: version 10 to the nearest, so that a point may ask for none; version 9 adds .9
    and cuts off."""
formula = "IPrec(recall=x) = max c(i) / i over ranks i with c(i) >= m; m = round(x R), or floor(x R + .9)"
range   = [0, 1]
better  = "higher"
cite    = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
needs   = "relevant"

[parameters]
recall   = { type = "DOUBLE", required = true, within = "[0, 1]", about = "level of recall" }
rounding = { type = "VARCHAR", default = "nearest", one_of = ["nearest", "up"], about = """
    how a share of R is rounded to whole documents: to the nearest number, halves up, as in trec_eval 10; or plus .9 and
    truncated, as in trec_eval 9""" }
rel      = { type = "relevance" }

[peers]
trec_eval   = "iprec_at_recall_{recall:.2f}"
ir_measures = ["IPrec(recall={recall:},rel={rel})", "IPrec(rel={rel})@{recall:}"]
*/
select
    run,
    query_id,
    list_max([case when hits >= {{ documents_at('$recall') }} then hits / rank end for rank, hits in ranks]) as value
from ({{ relevant_ranks() }})
/*
example = [
    ["Moffat and Zobel 2008, tables I and II: of 5, recall .6 is reached at rank 6; 3/6 is the best from there.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.5 },
        { with = { recall = 0.6 } }],
    ["A higher precision further down counts: 2/3 rather than 1/2.",
        { ranking = [0, 1, 1], with = { recall = 0.5 }, value = 0.666667 }],
    ["One of three is missed, so that a recall of 1 is never reached.",
        { ranking = [1, 0, 1], missed = [1], with = { recall = 1 }, value = 0 }],
    ["Half of three is two to the nearest, half up: 2/4.",
        { ranking = [1, 0, 0, 1], missed = [1], with = { recall = 0.5 }, value = 0.5 }],
    ["Three tenths of four are one to the nearest: 1/1.",
        { ranking = [1, 0, 0, 1], missed = [1, 1], with = { recall = 0.3 }, value = 1 }],
    ["A tenth of three is zero documents: the best precision of any rank.",
        { ranking = [1, 0, 0, 1], missed = [1], with = { recall = 0.1 }, value = 1 }],
    ["As version 9 rounds: .7 of two is two, where the nearest is one.",
        { ranking = [1, 0, 1], with = { recall = 0.7, rounding = "up" }, value = 0.666667 }],
    ["It adds .9, so that .1 of three is one: 2/3 at rank 3 is the best from there.",
        { ranking = [0, 1, 1], missed = [1], with = { recall = 0.1, rounding = "up" }, value = 0.666667 }],
    ["Of four, .55 is 2.2, and so three: 3/4.",
        { ranking = [1, 0, 1, 1], missed = [1], with = { recall = 0.55, rounding = "up" }, value = 0.75 }],
    ["Of grade 2 or better: 1/2.", { ranking = [1, 2], with = { recall = 0, rel = 2 }, value = 0.5 }],
]
*/
