/*
about = """
The means of resamples of the differences of each pair, from the lowest. If queries come in clusters, clusters are
drawn, and the mean is over the queries that these have."""
*/
{%- set by_cluster = clustered | default(false) %}
{%- if udf %}
select
    metric,
    run,
    other,
    queries,
    mean,
    differences,
    {%- if by_cluster %}
    list_sort(list_transform(
        list_zip(evalsql_bootstrap_means(sums, $resamples, $seed), evalsql_bootstrap_means(sizes, $resamples, $seed)),
        lambda each: each[1] / each[2]
    )) as means
    {%- else %}
    list_sort(evalsql_bootstrap_means(differences, $resamples, $seed)) as means
    {%- endif %}
from pairs
{%- else %}
select
    metric,
    run,
    other,
    any_value(queries) as queries,
    any_value(mean) as mean,
    any_value(differences) as differences,
    list_sort(list(
        {%- if by_cluster %}
        list_sum(list_select(sums, places)) / list_sum(list_select(sizes, places))
        {%- else %}
        list_avg(list_select(differences, places))
        {%- endif %}
    )) as means
from pairs
join ({% include "scores/pairs/draws.sql" %}) using (queries)
group by metric, run, other
{%- endif %}
