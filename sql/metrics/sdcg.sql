/*
name     = "sDCG"
title    = "Scaled discounted cumulative gain"
family   = "gain"
about    = """
    DCG as a share of what k documents of the highest gain would give, however many relevant documents there are."""
formula  = """
    sDCG@k = Σ g(i) / d(i) over Σ 1 / d(i), i = 1..k; g(i) is 1 if relevant and 0 if not, or the gain as a share of
    top"""
range    = [0, 1]
better   = "higher"
residual = "sDCG_residual"
cite     = """
    Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.6. doi:10.1145/1416950.1416952. The SDCG of ir_measures
    is sDCG(discount='log2') with its max_rel as top."""
papers   = ["Moffat and Zobel 2008"]
needs    = "relevant"

[parameters]
discount = { type = "discount", default = "jk" }
base     = { type = "discount" }
rel      = { type = "worth" }
top      = { type = "worth" }
gains    = { type = "gains" }
min_rel  = { type = "scale", idle = "top == 0 and gains is none and min_rel < 1" }
k        = { type = "cutoff", required = true, within = "[1, 100000]" }

[peers]
ir_measures = [
    "SDCG(min_rel={min_rel},max_rel={top})@{k} with discount='log2'",
    "SDCG(dcg='log2',min_rel={min_rel},max_rel={top})@{k} with discount='log2'",
]
*/
select
    run,
    query_id,
    sum({{ worth_above() }} / {{ discount('rank') }} order by rank asc) / any_value(attainable) as value
from judged
cross join (select sum(1 / {{ discount('place') }} order by place asc) as attainable from ({{ places_to_k() }}))
where relevance > 0 and rank <= $k
group by all
/*
example = [
    ["The paper's running example: relevant at ranks 1, 2, 6, 11 and 17 of 20.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.373828 },
        { with = { k = 20 } }],
    ["The scale at depth 100 is 21.7885: of one relevant document, 1 / 21.7885.",
        { ranking = [1], with = { k = 100 }, value = 0.0458958 }],
    ["Graded gains of a scale to 3; DCG of jk is 6.892789 at rank 3, and the scale there is 2 + 1 / log2(3).",
        { ranking = [3, 2, 3], with = { k = 3, top = 3 }, value = 0.873302 }],
    ["Relevant just at the cutoff, and just below it; ranks 1 and 2 weigh the same.",
        { ranking = [0, 1, 1], with = { k = 2 }, value = 0.5 }],
    ["A scale from 1 to 4, by log2: relevance 1 is worth nothing, 2 a third and 4 all of 1 + 1 / log2(3) + 1 / 2.",
        { ranking = [2, 1, 4], with = { k = 3, top = 4, min_rel = 1, discount = "log2" }, value = 0.391066 }],
    ["What is below the lowest of the scale costs nothing: 1 / log2(3) of 1 + 1 / log2(3).",
        { ranking = [1, 4], with = { k = 2, top = 4, min_rel = 2, discount = "log2" }, value = 0.386853 }],
]
*/
