/*
name    = "bootstrap"
about   = """
    The paired bootstrap test to one side: how often t is as high, or higher, in samples drawn with replacement from the
    numbers less their mean. Unlike half of the two-sided p-value, it knows a skew."""
formula = "p = #(t(w*) >= t(x)) / B for B samples w* of w = x - mean(x), t(x) = mean(x) / sqrt(var(x) / n)"
cite    = "Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 16"
*/
{%- if udf %}
select
    metric,
    run,
    other,
    case when variance > 0 then mean / sqrt(variance / queries) end as statistic,
    case when queries >= 3 then evalsql_bootstrap_above(differences, $resamples, $seed) end as above,
    case
        when queries >= 3
            then evalsql_bootstrap_above(list_transform(differences, lambda each: -each), $resamples, $seed)
    end as below
from pairs
{%- else %}
select
    metric,
    run,
    other,
    any_value(t) as statistic,
    case
        when any_value(queries) < 3 then null
        when any_value(t) is null then (any_value(mean) <= 0)::integer::double
        -- a t that is only rounded to be smaller is not
        else count(*) filter (drawn_t >= t - 1e-9 * greatest(1, abs(t))) / count(*)
    end as above,
    case
        when any_value(queries) < 3 then null
        when any_value(t) is null then (any_value(mean) >= 0)::integer::double
        else count(*) filter (drawn_t <= t + 1e-9 * greatest(1, abs(t))) / count(*)
    end as below
from ({% include "scores/drawn.sql" %})
group by all
{%- endif %}
