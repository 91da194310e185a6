/*
title   = "analysis of variance"
about   = """
Two-way analysis of variance without replication: whether the runs differ after the effects of the queries are removed.
Uses the queries for which every run has a value. Identical runs have F = 0 and p = 1; runs whose differences are the
same on every query have an infinite F and p = 0."""
formula = """
F = V_A / V_E, V_A = n Σ_i (x_i. - x_..)^2 / (k - 1), V_E = Σ_ij (x_ij - x_i. - x_.j + x_..)^2 / ((k - 1)(n - 1)), k
runs, n queries"""
cite    = """
Sakai, Laboratory Experiments in Information Retrieval, Springer 2018, chapter 3. doi:10.1007/978-981-13-1199-4"""
of      = "runs"
*/
select metric, run_f as statistic, runs - 1 as df, error_df, run_p as p_value
from asked
left join variances using (metric)
