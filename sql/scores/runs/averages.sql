/*
about = """
One row per curve that is asked for, run and point: the means over queries (equation 3 of Järvelin and Kekäläinen)."""

[columns]
metric = "the curve, as text"
run    = "name of the run"
axis   = "what the points are of: rank, recall or p"
point  = "the point"
value  = "mean of the curve there"
ideal  = "mean of the ideal ranking's curve there; null if the curve has none"
*/
select metric, run, axis, point, avg(value order by query_id asc) as value, avg(ideal order by query_id asc) as ideal
from points
join asked using (metric)
group by all
