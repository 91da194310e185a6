/*
about = "One row per board of a suite, run and collection in which the run has no value."

[columns]
metric  = "the board"
run     = "name of the run"
dataset = "the collection"
number  = "its place among those of the suite, from 0"
*/
select boards.board as metric, runs.run, boards.dataset, boards.number
from suite_boards as boards
cross join (select distinct run from suite_scores) as runs
anti join suite_means as means
    on means.metric = boards.board and means.dataset = boards.dataset and means.run = runs.run
