/*
name  = "curves"
about = "One row per curve, run and point: the mean over queries, and that of the ideal ranking."
*/
select metric, run, axis, point, value, ideal, normalised
from curves
order by metric asc, run asc, point asc
