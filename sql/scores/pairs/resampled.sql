/*
about = "The means of resamples of the differences of each pair, from the lowest."
*/
{%- if udf %}
select metric, run, other, queries, mean, differences, evalsql_bootstrap_means(differences, $resamples, $seed) as means
from pairs
{%- else %}
select
    metric,
    run,
    other,
    any_value(queries) as queries,
    any_value(mean) as mean,
    any_value(differences) as differences,
    list_sort(list(list_avg(list_select(differences, places)))) as means
from pairs
join ({% include "scores/pairs/draws.sql" %}) using (queries)
group by metric, run, other
{%- endif %}
