/*
from  = "scores"
about = "The leaderboard over time: one row per evaluation, measure and run that it added, the newest evaluation first."

[columns]
evaluation   = "number of the evaluation, as in table evaluations"
evaluated_at = "when it was made, in UTC"
label        = "what it was called"
git_commit   = "commit that was checked out"
metric       = "the measure"
run          = "name of the run"
value        = "mean of the measure over queries, the sum of a count, or the geometric mean, as in view leaderboard"
queries      = "how many queries the run has a value for"
*/
select
    evaluations.evaluation,
    evaluations.evaluated_at,
    evaluations.label,
    evaluations.git_commit,
    leaderboard.metric,
    leaderboard.run,
    leaderboard.value,
    leaderboard.queries
from leaderboard
join run_summary on run_summary.run collate "binary" = leaderboard.run
join evaluations on evaluations.evaluation = run_summary.evaluation
join measures on measures.metric = leaderboard.metric
order by evaluations.evaluation desc, measures.place asc, leaderboard.place asc
