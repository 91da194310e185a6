/*
about = """
Scores that were written before beside those computed now: one row per run, query and measure whose values differ in a
bit, or that only one of them has."""
*/
select
    run,
    query_id,
    metric,
    written.value as written,
    computed.value as computed,
    case
        when written.query_id is null then 'not written'
        when computed.query_id is null then 'not computed'
        else 'other value'
    end as difference
from (select run, query_id, metric, value from scores join asked using (metric)) as computed
full join evalsql_written as written using (run, query_id, metric)
join asked using (metric)
-- as texts: -0.0 equals 0.0, and has other bits
where (written.query_id is null) or (computed.query_id is null)
    or written.value::varchar is distinct from computed.value::varchar
order by run asc, place asc, query_id asc
