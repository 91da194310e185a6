/*
title = "Hochberg-corrected"
place = 4
aliases = ["simes_hochberg", "sh"]
about = "step up: the lowest (m - i + 1) p of those from the i-th lowest (Hochberg 1988)"
*/
min((family - place + 1) * p_value) over (partition by metric, test order by place desc)
