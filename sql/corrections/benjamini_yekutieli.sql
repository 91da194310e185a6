/*
title = "Benjamini-Yekutieli-corrected"
place = 7
aliases = ["by", "fdr_by"]
about = """
the same, times 1 + 1/2 + ... + 1/m, for tests that depend on each other in any way (Benjamini and Yekutieli 2001)"""
*/
min(
    (select list_sum(list_transform(range(1, family + 1), lambda i: 1 / i))) * family / place * p_value
) over (partition by metric, test order by place desc)
