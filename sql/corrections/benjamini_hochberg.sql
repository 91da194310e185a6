/*
title = "Benjamini-Hochberg-corrected"
place = 6
aliases = ["bh", "fdr", "fdr_bh"]
about = "of the false discovery rate: the lowest m p / i of those from the i-th lowest (Benjamini and Hochberg 1995)"
*/
min(family / place * p_value) over (partition by metric, test order by place desc)
