/*
about = "Documents whose scores are equal as float32, in the order of their doubles."
*/
select
    run,
    query_id,
    coalesce(exact_rank, rank) as rank,
    {%- if scores %}
    score,
    coalesce(exact_from, tied_from) as tied_from,
    coalesce(exact_to, tied_to) as tied_to,
    {%- endif %}
    relevance,
    gain
from evalsql_judged
left join evalsql_near using (run, query_id, rank)
