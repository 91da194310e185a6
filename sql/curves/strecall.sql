/*
name       = "StRecall"
title      = "Subtopic recall at every rank"
family     = "intents"
over       = "rank"
about      = "The share of a query's subtopics that the documents down to each rank cover."
formula    = "S-recall[i] = subtopics met by rank i / subtopics with a relevant document"
range      = [0, 1]
better     = "higher"
cite       = "Zhai, Cohen and Lafferty, SIGIR 2003. doi:10.1145/860435.860440"
parameters = { k = { type = "curve" } }
*/
select run, query_id, rank, sum(num_new::bigint) over so_far / num_subtopics as value
from ranks
left join
    (select run, query_id, rank, count(*) as num_new from nuggets where seen = 0 group by all)
    using (run, query_id, rank)
left join ({{ subtopics_counted() }}) using (query_id)
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Table 2.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], [
            ]], with = { k = 10 }, values = [0.4, 0.4, 0.4, 0.4, 0.8, 0.8, 1, 1, 1, 1] }],
    ["There is no subtopic.", { ranking = [[]], with = { k = 2 }, values = [0, 0] }],
]
*/
