/*
name    = "RelativeP"
title   = "Precision as a share of the highest possible"
family  = "precision"
about   = """
    Of as many relevant documents as the first k could hold, the share that is there: precision where R is larger, and
    recall where k is. Without a cutoff, of all documents retrieved."""
formula = "c(k) / min(k, R); without a cutoff, k = n, n documents retrieved"
range   = [0, 1]
better  = "higher"
cite    = "trec_eval, m_rel_P.c and m_set_rel_P.c: https://github.com/usnistgov/trec_eval"
needs   = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
trec_eval   = ["set_relative_P", "relative_P_{k}"]
ir_measures = ["SetP(relative=True,rel={rel})", "SetRelP(rel={rel})"]
*/
select run, query_id, count(*) filter (rank <= $k) / nullif(least(count(*), any_value({{ examined() }})), 0) as value
from judged
join topics using (run, query_id)
where relevance >= $rel
group by all
/*
example = [
    ["Two of the three relevant documents are found, in four ranks.",
        { ranking = [1, 0, 0, 1], missed = [1], value = 0.666667 }],
    ["Relevant just at the cutoff.", { ranking = [0, 1], with = { k = 2 }, value = 1 }],
    ["Two ranks hold no more than two: one of them.",
        { ranking = [1, 0, 0, 1], missed = [1], with = { k = 2 }, value = 0.5 }],
    ["With a cutoff beyond the ranking, the missing ranks count: one of three.",
        { ranking = [1, 0], missed = [1, 1], with = { k = 5 }, value = 0.333333 }],
    ["Without one they do not: one of two.", { ranking = [1, 0], missed = [1, 1], value = 0.5 }],
    ["Nothing is retrieved.", { ranking = [], missed = [1], value = 0 }],
    ["Of grade 2 or better.", { ranking = [1, 2], with = { rel = 2 }, value = 1 }],
]
*/
