/*
about = "One row per measure and two runs that differ significantly, which letters of runs are made of."
*/
with {{ asked }}

select comparisons.metric, comparisons.run, comparisons.other
from comparisons
join asked using (metric)
where comparisons.significant
order by asked.place asc, comparisons.run asc, comparisons.other asc
