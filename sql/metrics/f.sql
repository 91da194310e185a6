/*
name    = "F"
title   = "F-measure"
family  = "precision"
about   = """
    The harmonic mean of precision and recall of the first k documents, recall weighing beta times as much; without a
    cutoff, of all documents retrieved."""
formula = "F@k = (1 + beta²) P R / (beta² P + R) = (1 + beta²) c(k) / (beta² R + k), P = c(k) / k, R = c(k) / R"
range   = [0, 1]
better  = "higher"
cite    = """
    Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979, chapter 7. trec_eval's set_F, and so SetF of
    ir_measures, have beta in the place of beta²."""
aliases = ["F1", "FMeasure", "F_measure"]
macros  = ["f_measure"]
needs   = "relevant"

[parameters]
beta = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = "weight of recall relative to precision" }
rel  = { type = "relevance" }
k    = { type = "cutoff" }
*/
select
    run,
    query_id,
    (1 + $beta * $beta) * count(*) filter (rank <= $k)
    / ($beta * $beta * count(*) + any_value({{ examined() }})) as value
from judged
join topics using (run, query_id)
where relevance >= $rel
group by all
/*
example = [
    ["P = 2/3 and R = 1/2: 2 (1/3) / (7/6).", { ranking = [1, 0, 1], missed = [1, 1], value = 0.571429 }],
    ["P@2 = 1/2 and R@2 = 1/4.", { ranking = [1, 0, 1], missed = [1, 1], with = { k = 2 }, value = 0.333333 }],
    ["P = .5, R = .25, beta = 2: 5 .125 / (4 .5 + .25).",
        { ranking = [1, 0], missed = [1, 1, 1], with = { beta = 2 }, value = 0.277778 }],
    ["beta = 0 is precision.", { ranking = [1, 0, 1], missed = [1, 1], with = { beta = 0 }, value = 0.666667 }],
    ["Relevant just at the cutoff, and just below it: P@2 = 1/2, R@2 = 1/2.",
        { ranking = [0, 1, 1], with = { k = 2 }, value = 0.5 }],
]
*/
