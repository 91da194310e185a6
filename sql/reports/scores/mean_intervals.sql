/*
about = """
One row per measure and run, the best run of each measure first: the mean over its queries and the interval that holds
the mean over all queries of the kind with a chance of $confidence. There is none of one query, nor of a sum."""

[columns]
metric  = "the measure"
run     = "name of the run"
queries = "on how many queries it has a value"
mean    = "the mean of its values; of measures such as GMAP the geometric one"
lower   = "where the interval begins"
upper   = "where it ends"
clusters = "if queries come in clusters, in how many"
design_effect = "and the variance of the mean by that which it would have if each query stood alone"
*/
select
    metric,
    run,
    singles.queries,
    case when logs then exp(singles.mean) else singles.mean end as mean,
    case when logs then exp(limits.lower) else limits.lower end as lower,
    case when logs then exp(limits.upper) else limits.upper end as upper
    {%- if clustered | default(false) %},
    pairs.queries as clusters,
    design_effect
    {%- endif %}
from singles
{%- if clustered | default(false) %}
join pairs using (metric, run)
{%- endif %}
join limits using (metric, run)
join asked using (metric)
where asked.summary <> 'sum'
order by asked.place asc, singles.mean * asked.sign desc, run asc
