/*
name  = "points"
about = "The points that the picture of curves by rank is drawn from: mean over queries, and that of the ideal ranking."
*/
select metric, run, point::integer as rank, value, ideal
from curves
where axis = 'rank'
order by metric asc, run asc, point asc
