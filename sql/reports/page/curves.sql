/*
about = """
One row per curve, run and point of a table: the mean over queries, and that of the ideal ranking. Of ranks 1, 5, 10,
20, 50 and so on, and the last; of other axes all points."""
*/
select metric, run, axis, point, value, ideal
from curves
qualify axis <> 'rank' or point in (1, 5, 10, 20, 50, 100, 200, 500, 1000, max(point) over (partition by metric))
order by metric asc, run asc, point asc
