/*
name       = "AP_IA"
title      = "Intent-aware average precision"
family     = "intents"
about      = "The mean over subtopics, by their weights, of average precision."
formula    = "AP-IA = Σ u(s) AP(s) / Σ u(s) over the subtopics s with a relevant document"
range      = [0, 1]
better     = "higher"
cite       = "Agrawal et al., WSDM 2009. doi:10.1145/1498759.1498766"
aliases    = ["MAP_IA"]
parameters = { k = { type = "cutoff" } }

[peers]
ir_measures = "AP_IA"
ndeval      = "MAP-IA"
*/
select run, query_id, sum(weight * ap order by subtopic asc) / any_value(sum_weights) as value
from
    (
        select run, query_id, subtopic, weight, sum((seen + 1) / rank order by rank asc) / any_value(num_rel) as ap
        from nuggets
        join (select query_id, subtopic, count(*) as num_rel from nugget_base group by all) using (query_id, subtopic)
        where seen >= 0 and rank <= $k
        group by all
    )
join ({{ subtopics_of() }}) using (query_id)
where sum_weights > 0
group by all
/*
example = [
    ["Table 2.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.529127 }],
    ["One subtopic; relevant just at the cutoff, and just below it: (1/2) / 2.",
        { ranking = [[], ["1"], ["1"]], with = { k = 2 }, value = 0.25 }],
]
*/
