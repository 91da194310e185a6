/*
title   = "Tukey's honestly significant difference"
aliases = ["hsd", "tukey_hsd"]
about   = """
For all pairs of runs at once: the confidence level is that of all intervals covering their differences together."""
formula = """
mean_i - mean_j +- q sqrt(V_E / n), q the quantile of the studentized range of k values with (k - 1)(n - 1) degrees of
freedom, k runs, n queries"""
cite    = "Sakai, Laboratory Experiments in Information Retrieval, Springer 2018. doi:10.1007/978-981-13-1199-4"
*/
{%- set margin -%}
{{ range_quantile("$confidence", "runs", "error_df") }} * sqrt(error_variance / queries)
{%- endset -%}
{% include "scores/pairs/block_intervals.sql" %}
