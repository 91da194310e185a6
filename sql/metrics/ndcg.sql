/*
name    = "nDCG"
title   = "Normalized discounted cumulative gain"
family  = "gain"
about   = "Discounted cumulative gain as a share of what the best ordering of all judged documents would give."
formula = "nDCG@k = Σ g(i) / d(i) over Σ g*(i) / d(i), i = 1..k; g* are the gains of all judgments, highest first"
range   = [0, 1]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equations 2, 4 and 5. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002", "Sakai 2006"]
aliases = ["NDCG"]
needs   = "relevant"

[parameters]
discount = { type = "discount" }
base     = { type = "discount" }
gains    = { type = "gains" }
nothing  = { type = "nothing" }
k        = { type = "cutoff" }

[peers]
trec_eval   = ["ndcg", "ndcg_{gains}", "ndcg_cut_{k}"]
ir_measures = ["nDCG", "nDCG@{k}", "nDCG(dcg='exp-log2')@{k} with gains='exp'"]

[also.nCG]
title   = "Normalized cumulative gain"
about   = """
    The gain of the first k documents as a share of what the best ordering of all judged documents would give: nDCG
    without a discount, and the weighted precision WP(k) of Sakai."""
formula = "nCG@k = cg(k) / cg*(k); cg(k) is the gain of the first k, cg* that of the ideal ranking"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equations 1 and 5. doi:10.1145/582415.582418"
aliases = ["WP"]
with    = { discount = "none", nothing = 0 }
*/
select
    run,
    query_id,
    -- at most 1, but for rounding
    least(sum({{ gain() }} / {{ discount('rank') }} order by rank asc) / any_value(ideal_dcg), 1) as value
from judged
join
    (
        select query_id, sum(ideal_gain / {{ discount('ideal_rank') }} order by ideal_rank asc) as ideal_dcg
        from ({{ ideal() }})
        where ideal_rank <= $k
        group by all
    )
    using (query_id)
where rank <= $k and ideal_dcg > 0 and {{ gain() }} <> 0
group by all
{{- without_relevant(gain() ~ ' > 0') }}
/*
example = [
    ["Section 2.3, b = 2: at rank 3, DCG' is 6.89 and the ideal 7.89.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 3, discount = "jk" } },
        { nDCG = 0.8733 }],
    ["The same at rank 10: nDCG_l(2) in Sakai's words. Sections 2.1 and 2.2: 16 of 19.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10, discount = "jk" } },
        { nDCG = 0.811662, nCG = 0.842105 }],
    ["The same ranking and recall base at rank 10 with the default discount.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10 }, nDCG = 0.833613 }],
    ["There is nothing to gain: 1, as XGBoost and LightGBM have it.",
        { ranking = [0], with = { nothing = 1 }, nDCG = 1 }],
    ["There is, and nothing is found.", { ranking = [0], missed = [1], with = { nothing = 1 }, nDCG = 0 }],
    ["No discount is normalized cumulative gain.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10, discount = "none" } },
        { nDCG = 0.842105 }],
    ["One relevant document, at rank 2: 1 / log2(3).", { ranking = [0, 1], nDCG = 0.630930 }],
    ["""Every gain, lowest first, without discount: 1, though rounding makes it 1.0000000000000002. Every gain, lowest
        first: 1, though rounding makes it 1.0000000000000002.""",
        { ranking = [0.1, 0.2, 0.3], with = { discount = "none" } },
        { nDCG = 1.0000000000000000, nCG = 1.0000000000000000 }],
    ["CG and the ideal at rank 5: 8 of 13.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 5 }, nCG = 0.615385 }],
    ["Past the ideal ranking, which is flat there: 2 of 3.", { ranking = [0, 2, 0], missed = [1], nCG = 0.666667 }],
    ["The last document looked at gains.", { ranking = [0, 1], with = { k = 2 }, nCG = 1 }],
]
*/
