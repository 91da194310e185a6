/*
name  = "curves"
about = "One row per curve, run and point: the average over queries, and that of the ideal ranking."

[columns]
metric     = "the curve, such as nDCG, or nDCG@20 where it ends elsewhere than at rank 100"
run        = "name of the run"
axis       = "what the points are of: rank, recall or p"
point      = "the point"
value      = "mean of the curve there over all queries"
ideal      = "mean of the ideal ranking's curve there; null where the curve has none"
normalised = "value as a share of ideal"
*/
select metric, run::varchar as run, axis, point, value, ideal, value / nullif(ideal, 0) as normalised
from internal.points
