/*
name    = "GMBpref"
title   = "Binary preference, summarised by the geometric mean"
family  = "judgments"
about   = """
    Bpref, of which a run shows the geometric mean over queries, values below .00001 counting as that. Unjudged
    documents, and those with a negative relevance, play no part."""
formula = """
    Bpref = 1/R Σ rel(i) (1 - min(b(i), R) / min(N, R)); over Q queries exp(1/Q Σ ln max(value, .00001)); b(i) judged
    nonrelevant documents stand above rank i, N there are in all"""
range   = [0, 1]
better  = "higher"
summary = "geometric"
cite    = """
    trec_eval, m_gm_bpref.c: https://github.com/usnistgov/trec_eval; Robertson, On GMAP: and other transformations,
    CIKM 2006. doi:10.1145/1183614.1183630"""

[parameters]
rel = { type = "relevance" }

[peers]
trec_eval = "gm_bpref"
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
    -- greatest() spares 0 / 0 where nothing is judged nonrelevant, and so nothing stands above
    sum(1 - least(above, num_rel) / greatest(least(num_nonrel, num_rel), 1) order by rank asc)
    / any_value(num_rel) as value
from ({{ standing_above('documents', 'relevance < $rel', 'relevance >= $rel') }})
join totals using (run, query_id)
group by all
/*
example = [
    ["Moffat and Zobel 2008, table II: R = 5, N = 15.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.48 }],
    ["R = 2, N = 2; unjudged documents change nothing: (1 + 1/2) / 2.",
        { ranking = ["?", 1, "?", 0, 1, 0], value = 0.75 }],
    ["R = 3, N = 1; a negative relevance plays no part: (1 + 0 + 0) / 3.",
        { ranking = [-1, 1, 0, 1, 1], value = 0.333333 }],
    ["Nothing is judged nonrelevant, so nothing stands above; one is missed.",
        { ranking = [1], missed = [1], value = 0.5 }],
    ["Grade 1 is not relevant: R = 4, N = 2, (1 + (1 - 1/2) + 0 + 0) / 4.",
        { ranking = [2, 1, 2, 1, 2, 2], with = { rel = 2 }, value = 0.375 }],
]
*/
