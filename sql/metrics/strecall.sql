/*
name       = "StRecall"
title      = "Subtopic recall"
family     = "intents"
about      = "The share of a query's subtopics that the first k documents cover."
formula    = "S-recall@k = subtopics met by rank k / subtopics with a relevant document"
range      = [0, 1]
better     = "higher"
cite       = "Zhai, Cohen and Lafferty, SIGIR 2003. doi:10.1145/860435.860440"
aliases    = ["S_recall", "I_rec"]
parameters = { k = { type = "cutoff" } }

[peers]
ir_measures = "StRecall@{k}"
ndeval      = "strec@{k}"
*/
select run, query_id, count(*) / any_value(num_subtopics) as value
from nuggets
join ({{ subtopics_counted() }}) using (query_id)
where seen = 0 and rank <= $k
group by all
/*
example = [
    ["Table 2 at rank 5: four of the five nuggets.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.8 },
        { with = { k = 5 } }],
]
*/
