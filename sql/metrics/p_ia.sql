/*
name       = "P_IA"
title      = "Intent-aware precision"
family     = "intents"
about      = "The mean over subtopics, by their weights, of precision at k."
formula    = "P-IA@k = Σ u(s) c(s, k) / (k Σ u(s)); c(s, k) is how many of the first k documents are relevant to s"
range      = [0, 1]
better     = "higher"
cite       = "Agrawal et al., WSDM 2009. doi:10.1145/1498759.1498766"
parameters = { k = { type = "cutoff" } }

[peers]
ir_measures = "P_IA@{k}"
ndeval      = "P-IA@{k}"
*/
select
    run,
    query_id,
    sum(weight order by rank asc, subtopic asc) / (any_value({{ examined() }}) * any_value(sum_weights)) as value
from nuggets
join topics using (run, query_id)
join ({{ subtopics_of() }}) using (query_id)
where seen >= 0 and rank <= $k and sum_weights > 0
group by all
/*
example = [
    ["Table 2 at rank 5: six nuggets of 5 times 5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.24 },
        { with = { k = 5 } }],
    ["One subtopic, met at each rank; what stands below the cutoff does not matter.",
        { ranking = [["1"], ["1"], ["1"]], with = { k = 2 }, value = 1 }],
]
*/
