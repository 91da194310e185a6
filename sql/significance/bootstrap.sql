/*
title   = "paired bootstrap test"
about   = """
The share of bootstrap samples whose t is as far from 0 as that of the differences, or farther; samples are drawn with
replacement from the differences minus their mean. This is the achieved significance level. A sample of equal values has
t = 0, so two queries never show a difference, and p is too low if only a few queries differ at all. One-sided, samples
of both sides count, each by half: to count one side alone is wrong too often with few queries."""
formula = "p = #(|t(w*)| >= |t(d)|) / B for B samples w* of w = d - mean(d), t(x) = mean(x) / sqrt(var(x) / n)"
cite    = "Sakai, SIGIR 2006, doi:10.1145/1148170.1148261; Efron and Tibshirani, An Introduction to the Bootstrap, 1993"
of      = "pairs"
by_cluster = true
one_sided = true
lacking = "for fewer than three queries"
aliases = ["asl", "paired_bootstrap", "bootstrap_test"]
*/
{%- if udf %}
select
    metric,
    run,
    other,
    case when variance > 0 then mean / sqrt(variance / queries) end as statistic,
    case
        when queries < 3 then null
        when mean = 0 and variance = 0 then 1
        else {{ to_side(ahead("mean"), "evalsql_bootstrap(differences, $resamples, $seed)") }}
    end as p_value
from pairs
{%- else %}
select
    metric,
    run,
    other,
    any_value(t) as statistic,
    case
        when any_value(queries) < 3 then null
        when any_value(t) is null then (any_value(mean) = 0 or not {{ ahead("any_value(mean)") }})::integer::double
        -- a t that is only rounded to be smaller is not
        else {{ to_side(
            ahead("any_value(mean)"),
            "count(*) filter (abs(drawn_t) >= abs(t) - 1e-9 * greatest(1, abs(t))) / count(*)"
        ) }}
    end as p_value
from ({% include "scores/pairs/drawn.sql" %})
group by all
{%- endif %}
