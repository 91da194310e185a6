/*
about = "The p-values of slices, corrected for all pairs and slices of a measure and test; see corrected."
*/
{%- set own = "own" %}
{%- set tested = "(
            select of as metric, tested.metric as own, tested.* exclude (metric)
            from tested
            join sliced using (metric)
        )" %}
select own as metric, * exclude (metric, own)
from ({% include "scores/pairs/corrected.sql" %})
