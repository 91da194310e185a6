/*
of       = "documents that look alike"
level    = "warning"
kind     = "ids look alike"
sentence = """
{count:document} of {several:run} would be judged if ids were compared {change:text} (first: run {run}, {pair:alike})[;
passages become documents by {option:text}]"""
*/
select
    change,
    sum(documents::bigint)::bigint as count,
    count(distinct run) as several,
    min(run) as run,
    [
        min_by(doc_id, (run, query_id || ' ' || doc_id)),
        min_by(judged_as, (run, query_id || ' ' || doc_id))
    ] as pair,
    case
        when change = 'without # and what follows'
            then '--columns "runs.doc_id=split_part(doc_id, ''#'', 1)" --duplicates best'
    end as option
from evalsql_lookalikes
group by change
order by count desc, change asc
