/*
of       = "unjudged runs"
level    = "warning"
sentence = "{count:run} without a single judged document{why:text} (first: {run})"
*/
select
    count(*) as count,
    min(run) as run,
    {{ "' among those that count'" if chosen else "'; are the doc_ids those of the judgments?'" }} as why
from (select distinct run from evalsql_answered where is_judged)
anti join (select distinct run from {{ judged }}) using (run)
