/*
title = "Holm-corrected"
place = 3
aliases = ["holm_bonferroni", "h"]
about = "step down: the highest (m - i + 1) p of those up to the i-th lowest (Holm 1979)"
*/
max((family - place + 1) * p_value) over (partition by metric, test order by place asc)
