/*
about = "One row per run that lost documents before it was ranked. It is made without rows; each pass adds its own."

[columns]
run       = "name of the run"
documents = "how many it lost"
shared    = "whether it had a judged query before"
*/
{%- if pass_ %}
select
    run,
    given.documents - coalesce(kept.documents, 0) as documents,
    shared
from
    (
        select run, count(*) as documents, bool_or(query_id in (select query_id from evalsql_known)) as shared
        from evalsql_given_rows
        group by run
    ) as given
left join (select run, sum(num_ret::bigint) as documents from evalsql_answers group by all) as kept using (run)
where given.documents > coalesce(kept.documents, 0)
{%- else %}
select null::varchar as run, null::bigint as documents, null::boolean as shared
where false
{%- endif %}
