/*
from  = "scores"
about = "The evaluations that made this database, one row each: when, of what, by which versions, at which commit."

[columns]
evaluation   = "number of the evaluation, from 1"
evaluated_at = "when it was made, in UTC"
label        = "what it was called, with --label"
action       = "what was done: build or add (--add)"
runs         = "how many runs it added; table run_summary says which evaluation added a run"
runs_hash    = """
SHA-256 of the file of runs or scores, or, if there were several, of all of theirs; internal.evalsql_sources has
each"""
qrels_hash   = "the same of the judgments and what was given beside them; null if there are scores alone"
convention   = "whose conventions the measures follow, if any's"
options      = "what else was decided, as JSON"
evalsql      = "version of evalsql"
duckdb       = "version of DuckDB"
git_commit   = "commit that was checked out in the working directory; null if git had none"
*/
from made_evaluations
order by evaluation asc
