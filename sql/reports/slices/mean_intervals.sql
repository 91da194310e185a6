/*
about = "One row per measure, attribute, slice and run: what reports/scores/mean_intervals says of a run's mean there."

[columns]
metric    = "the measure"
attribute = "the attribute"
slice     = "the slice"
run       = "name of the run"
queries   = "on how many queries of the slice it has a value"
mean      = "the mean of its values; of measures such as GMAP the geometric one"
lower     = "where the interval begins"
upper     = "where it ends"
*/
select
    sliced.of as metric,
    attribute,
    slice,
    run,
    queries,
    mean,
    lower,
    upper
    {%- if clustered | default(false) %},
    clusters,
    design_effect
    {%- endif %}
from ({% include "reports/scores/mean_intervals.sql" %})
join sliced using (metric)
order by sliced.place asc, mean desc, run asc
