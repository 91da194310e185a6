/*
about = "The points that the picture of a curve is drawn from: means over queries, and that of the ideal ranking."
*/
select metric, run, point as {{ axis }}, value, ideal
from curves
where metric = {{ curve }} and point <= {{ last }}
order by run asc, point asc
