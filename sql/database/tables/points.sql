/*
schema = "internal"
about  = "One row per curve, run and point: the average over queries."

[columns]
metric = "the curve, such as nDCG, or nDCG@20 where it ends elsewhere than at rank 100"
run    = "name of the run"
axis   = "what the points are of: rank, recall or p"
point  = "the point"
value  = "mean of the curve there over all queries"
ideal  = "mean of the ideal ranking's curve there; null if the curve has none"
*/
select metric, run::internal.run_name as run, axis, point, value, ideal
from made_averages
order by metric asc, run asc, point asc
