/*
name  = "dropped"
about = """
One row per run that lost documents before it was ranked. It is made without
rows; each pass adds its own.
"""

[columns]
run       = "name of the run"
documents = "how many it lost"
answers   = "whether any is left"
*/
{%- if pass_ %}
select
    run,
    given.documents - coalesce(kept.documents, 0) as documents,
    kept.documents is not null as answers
from (select run, count(*) as documents from evalsql_given_rows group by all) as given
left join (select run, sum(num_ret::bigint) as documents from evalsql_answers group by all) as kept using (run)
where given.documents > coalesce(kept.documents, 0)
{%- else %}
select null::varchar as run, null::bigint as documents, null::boolean as answers
where false
{%- endif %}
