/*
about = "How many ranks of a ranking a measure looks at; where the ideal ranking goes on below the last, those too."

[columns]
ranks = "how many"
*/
select least({{ cutoff }}, greatest(max(num_ret), {{ "count(query_id)" if ideal_term else "0" }}))::integer as ranks
from (select num_ret from topics)
{{ "left join recall_base on true" if ideal_term else "cross join (select null::varchar as query_id)" }}
