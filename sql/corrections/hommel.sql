/*
title = "Hommel-corrected"
place = 5
about = """
the highest over j = 1..m of j min(p, the lowest p_k / k of the j highest p-values, p_k being their k-th lowest):
Simes's test of every set that has the p-value in it (Hommel 1988)"""
*/
list_max(list_transform(
    list(simes order by place desc) filter (p_value is not null) over (partition by metric, test),
    lambda lowest, j: j * least(p_value, lowest)
))
