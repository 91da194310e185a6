/*
place = 1
brief = "the share of pairs of runs with a significant difference"
about = """
One row per measure and test: the share of the pairs of runs with a p-value below .05 and .01, uncorrected and
corrected, and the difference that is significant for every pair by the bootstrap: the largest, over all pairs, of the
absolute mean of that resample of w = d - mean(d) whose absolute t is the ceil(B alpha)-th largest."""
cite  = "Sakai, SIGIR 2006, doi:10.1145/1148170.1148261"
note  = """
at: share of the pairs of runs with a p-value below .05, .01. needed: the difference of means that is significant for
every pair (bootstrap), of geometric means the logarithm of their ratio."""

[columns]
pairs        = "how many pairs of runs have a p-value"
at_05        = "share of them below .05, uncorrected: the discriminative power"
at_01        = "share below .01"
corrected_05 = "share below .05 once corrected for the number of pairs"
corrected_01 = "share below .01"
needed_05    = """
by the bootstrap, the difference of two means that is significant at .05 for every pair (Sakai's estimate); of geometric
means the logarithm of their ratio"""
needed_01    = "the same at .01"
*/
select
    metric,
    test,
    count(p_value) as pairs,
    count(*) filter (p_value < 0.05) / nullif(count(p_value), 0) as at_05,
    count(*) filter (p_value < 0.01) / nullif(count(p_value), 0) as at_01,
    count(*) filter (p_corrected < 0.05) / nullif(count(p_value), 0) as corrected_05,
    count(*) filter (p_corrected < 0.01) / nullif(count(p_value), 0) as corrected_01,
    max(needed_05) filter (p_value is not null) as needed_05,
    max(needed_01) filter (p_value is not null) as needed_01
from asked
cross join (select unnest({{ tests }}) as test)
left join corrected using (metric, test)
{%- if "bootstrap" in tests %}
left join
    (select *, 'bootstrap' as test from ({% include "scores/pairs/needed.sql" %}))
    using (metric, run, other, test)
{%- else %}
cross join (select null::double as needed_05, null::double as needed_01)
{%- endif %}
group by metric, test, place
order by place asc, test asc
