/*
about = "One row per curve, run and point: the average over queries, and that of the ideal ranking."

[columns]
metric     = "the curve, such as nDCG, or nDCG@20 where it ends elsewhere than at rank 100"
run        = "name of the run"
axis       = "what the curve is over: rank, recall or p"
point      = "rank, recall or p that the value is at"
value      = "mean of the curve at the point over all queries"
ideal      = "mean of the ideal ranking's curve at the point; null if the curve has none"
normalised = "value of the curve as a share of that of the ideal ranking"
*/
select metric, run::varchar as run, axis, point, value, ideal, value / nullif(ideal, 0) as normalised
from internal.points
