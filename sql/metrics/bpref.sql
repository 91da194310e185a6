/*
name    = "Bpref"
title   = "Binary preference"
family  = "judgments"
about   = """
    How seldom judged nonrelevant documents stand above relevant ones. Unjudged documents, and those with a negative
    relevance, play no part."""
formula = """
    Bpref = 1/R Σ rel(i) (1 - min(b(i), R + plus) / min(N, R + plus)); b(i) judged nonrelevant documents stand above
    rank i, N there are in all"""
range   = [0, 1]
better  = "higher"
cite    = """
    Buckley and Voorhees, SIGIR 2004, doi:10.1145/1008992.1009000; the form of trec_eval. With plus, Moffat and Zobel
    2008, section 3.3."""
papers  = ["Moffat and Zobel 2008"]
aliases = ["BPref"]

[parameters]
plus = { type = "DOUBLE", default = 0, within = "[0, inf)", about = """
    number of nonrelevant documents considered beyond R; 10 is bpref-10""" }
rel  = { type = "relevance" }

[peers]
trec_eval   = "bpref"
ir_measures = "Bpref(rel={rel})"

[also.GMBpref]
title   = "Binary preference, summarized by the geometric mean"
about   = """
    Bpref, summarized by the geometric mean over queries; values below .00001 count as .00001. Unjudged
    documents, and those with a negative relevance, play no part."""
formula = """
    Bpref = 1/R Σ rel(i) (1 - min(b(i), R) / min(N, R)); over Q queries exp(1/Q Σ ln max(value, .00001)); b(i) judged
    nonrelevant documents stand above rank i, N there are in all"""
summary = "geometric"
cite    = """
    trec_eval, m_gm_bpref.c: https://github.com/usnistgov/trec_eval; Robertson, On GMAP: and other transformations,
    CIKM 2006. doi:10.1145/1183614.1183630"""
papers  = []
with    = { plus = 0 }
peers   = { trec_eval = "gm_bpref" }
*/
with
    documents as (select run, query_id, rank, relevance from judged where relevance >= 0 and rank is not null),

    levels as (
        select query_id, count(*) filter (relevance >= $rel) as num_rel, count(*) filter (relevance < $rel) as num_less
        from recall_base
        group by all
    ),

    totals as (
        select run, query_id, num_rel, num_judged_nonrel + num_less as num_nonrel
        from topics
        join levels using (query_id)
    )

select
    run,
    query_id,
    -- greatest() spares 0 / 0 if nothing is judged nonrelevant, and so nothing stands above
    sum(1 - least(above, num_rel + $plus) / greatest(least(num_nonrel, num_rel + $plus), 1) order by rank asc)
    / any_value(num_rel) as value
from ({{ standing_above('documents', 'relevance < $rel', 'relevance >= $rel') }})
join totals using (run, query_id)
group by all
/*
example = [
    ["Moffat and Zobel 2008, table II: R = 5, N = 15.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], Bpref = 0.48, GMBpref = 0.48 }],
    ["With plus = 10, no nonrelevant document is too many to count.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { plus = 10 } },
        { Bpref = 0.706667 }],
    ["R = 2, N = 2; unjudged documents change nothing: (1 + 1/2) / 2.",
        { ranking = ["?", 1, "?", 0, 1, 0], Bpref = 0.75, GMBpref = 0.75 }],
    ["R = 3, N = 1; a negative relevance plays no part: (1 + 0 + 0) / 3.",
        { ranking = [-1, 1, 0, 1, 1], Bpref = 0.333333, GMBpref = 0.333333 }],
    ["Nothing is judged nonrelevant, so nothing stands above; one is missed.",
        { ranking = [1], missed = [1], Bpref = 0.5, GMBpref = 0.5 }],
    ["Grade 1 is not relevant: R = 4, N = 2, (1 + (1 - 1/2) + 0 + 0) / 4.",
        { ranking = [2, 1, 2, 1, 2, 2], with = { rel = 2 }, Bpref = 0.375, GMBpref = 0.375 }],
]
*/
