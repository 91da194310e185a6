/*
about = "One row per board, collection and run of a suite: the run's mean there, by the measure of the board."

[columns]
metric  = "the board: the measure, or main where it looks at the first of each collection"
dataset = "the collection"
number  = "its place among those of the suite, from 0"
run     = "name of the run"
queries = "how many queries have a value"
mean    = "the mean of these"
sign    = "-1 if a lower value is better, else 1"
*/
select
    boards.board as metric,
    dataset,
    boards.number,
    run,
    count(*) as queries,
    avg(value order by query_id asc) as mean,
    boards.sign
from suite_scores
join suite_boards as boards using (dataset, metric)
where value is not null
group by boards.board, dataset, boards.number, run, boards.sign
