/*
title   = "analysis of variance"
about   = "From the variance over all runs that remains after the effects of runs and queries are removed."
formula = "mean_i - mean_j +- t sqrt(2 V_E / n), t the quantile of (k - 1)(n - 1) degrees of freedom, k runs, n queries"
cite    = "Sakai, Laboratory Experiments in Information Retrieval, Springer 2018. doi:10.1007/978-981-13-1199-4"
*/
{%- set margin -%}
{{ t_quantile("(1 + $confidence) / 2", "error_df") }} * sqrt(2 * error_variance / queries)
{%- endset -%}
{% include "scores/pairs/block_intervals.sql" %}
