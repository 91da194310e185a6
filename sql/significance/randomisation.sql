/*
title   = "randomisation test"
about   = """
How often the sum of the differences is as far from 0 as observed, or farther, if the sign of each is flipped at random.
If there are no more sign patterns than resamples, all of them are tried and the p-value is exact. One-sided, of
each flip the opposite one counts too."""
formula = """
p = (#(|sum(s d)| >= |sum(d)|) + 1) / (B + 1) for B draws of signs s; exactly #(...) / 2^n where 2^n <= B; one-sided
p / 2 if sum(d) is on that side, and otherwise 1 - p / 2, with > for >= and nothing added to #"""
cite    = """
Fisher, The Design of Experiments, 1935; Smucker, Allan and Carterette, CIKM 2007, doi:10.1145/1321440.1321528"""
of      = "pairs"
by_cluster = true
one_sided = true
smallest = "pow(2, 1e0 - differ)"
aliases = [
    "permutation", "permutation_test", "paired_permutation", "randomisation_test", "paired_randomisation", "fisher",
    "fisher_pitman",
]
*/
{%- set values = "sums" if clustered | default(false) else "differences" %}
{%- set total = "list_sum(" ~ values ~ ")" %}
{#- a sum that is only rounded to be smaller, or not to be 0, is not -#}
{%- set rounding = "1e-12 * list_sum(list_transform(" ~ values ~ ", lambda d: abs(d)))" %}
{%- set on_side = ahead("case when abs(" ~ total ~ ") > " ~ rounding ~ " then " ~ total ~ " else 0 end") %}
{%- if udf %}
select
    metric,
    run,
    other,
    mean as statistic,
    case
        when queries >= 2
            then {{ to_side(on_side, "evalsql_randomisation(" ~ values ~ ", $resamples, $seed, " ~ on_side ~ ")") }}
    end as p_value
from pairs
{%- else %}
select
    metric,
    run,
    other,
    any_value(mean) as statistic,
    case
        when any_value(queries) < 2 then null
        else {{ to_side("any_value(on_side)", "
            case
                when any_value(exact) then count(*) filter (beyond) / count(*)
                else (count(*) filter (beyond) + any_value(on_side)::integer) / (count(*) + 1)
            end") }}
    end as p_value
from
    (
        select
            metric,
            run,
            other,
            mean,
            queries,
            exact,
            {{ on_side }} as on_side,
            case
                when on_side then abs(list_dot_product({{ values }}, signs)) >= abs({{ total }}) - {{ rounding }}
                else abs(list_dot_product({{ values }}, signs)) > abs({{ total }}) + {{ rounding }}
            end as beyond
        from pairs
        join
            (
                -- a sign for each bit of as many numbers as are needed: of all numbers if there are few
                select
                    queries,
                    exact,
                    list_transform(
                        range(queries),
                        lambda place: 1e0 - 2 * ((numbers[place // 64 + 1] >> (place % 64)::ubigint) & 1)
                    ) as signs
                from
                    (
                        select
                            queries,
                            pow(2, queries) <= $resamples as exact,
                            case
                                when pow(2, queries) <= $resamples then [resample::ubigint]
                                else list_transform(
                                    range((queries + 63) // 64),
                                    lambda block: md5_number_lower(
                                        concat('signs', ':', $seed, ':', resample, ':', block)
                                    )
                                )
                            end as numbers
                        from (select distinct queries from pairs)
                        cross join range($resamples) as numbered(resample)
                        where resample < pow(2, queries)
                    )
            )
            using (queries)
    )
group by all
{%- endif %}
