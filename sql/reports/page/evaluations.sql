/*
about = "One row per evaluation that made the database, the newest first."
*/
select evaluation, evaluated_at, label, action, runs, convention, options, evalsql, duckdb, git_commit
from evaluations
order by evaluation desc
