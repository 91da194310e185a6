/*
about = """
The scores of each trial of a run: its name is split by a regular expression, whose first group is the name of the run.
A run whose name does not match is one trial. The sides of a gate, new:bm25@1, keep what stands before."""

[columns]
run      = "name of the run"
trial    = "name of the trial, as it was given"
query_id = "the query"
metric   = "the measure, as text"
value    = "its value, or null"
*/
select
    case
        when regexp_extract(run, split, 2) = '' then run
        else regexp_extract(run, split, 1) || regexp_extract(run, split, 2)
    end as run,
    run as trial,
    query_id,
    metric,
    value
from (select *, '^((?:new|baseline):)?(?:' || coalesce($pattern, '(.*)@\d+') || ')$' as split from scores)
