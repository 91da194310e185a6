/*
about = "One row per board of a suite and run that has a mean in every collection: these alone are averaged and ranked."

[columns]
metric      = "the board"
run         = "name of the run"
collections = "how many collections there are"
*/
select metric, run, collections
from suite_means
join (select board as metric, count(*) as collections from suite_boards group by all) using (metric)
group by metric, run, collections
having count(*) = collections
