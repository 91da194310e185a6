/*
about = """
Rankings without their unjudged documents: those that are left close up, ties among them. A relevance below 0 is not
a judgment."""
*/
select
    run,
    query_id,
    -- through INTEGER, since DuckDB 1.5.0 to 1.5.5 fail where a bare row number is compared with a cutoff of a million
    row_number() over (partition by run, query_id order by rank asc)::integer::bigint as rank,
    {%- if scores %}
    score,
    rank() over (partition by run, query_id order by tied_from asc) as tied_from,
    count(*) over (partition by run, query_id order by tied_from asc range unbounded preceding) as tied_to,
    {%- endif %}
    relevance,
    gain
from evalsql_judged
where rank is not null and relevance >= 0

union all

select run, query_id, null, {{ "null, null, null, " if scores }}relevance, gain
from evalsql_judged
where rank is null
