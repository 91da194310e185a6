/*
title   = "randomisation test"
about   = """
How often the sum of the differences is as far from 0 as observed, or farther, if the sign of each is flipped at random.
If there are no more sign patterns than resamples, all of them are tried and the p-value is exact."""
formula = "p = (#(|sum(s d)| >= |sum(d)|) + 1) / (B + 1) for B draws of signs s; exactly #(...) / 2^n where 2^n <= B"
cite    = """
Fisher, The Design of Experiments, 1935; Smucker, Allan and Carterette, CIKM 2007, doi:10.1145/1321440.1321528"""
of      = "pairs"
by_cluster = true
smallest = "pow(2, 1e0 - differ)"
aliases = [
    "permutation", "permutation_test", "paired_permutation", "randomisation_test", "paired_randomisation", "fisher",
    "fisher_pitman",
]
*/
{%- set values = "sums" if clustered | default(false) else "differences" %}
{%- if udf %}
select
    metric,
    run,
    other,
    mean as statistic,
    case when queries >= 2 then evalsql_randomisation({{ values }}, $resamples, $seed) end as p_value
from pairs
{%- else %}
select
    metric,
    run,
    other,
    any_value(mean) as statistic,
    case
        when any_value(queries) < 2 then null
        when any_value(exact) then count(*) filter (beyond) / count(*)
        else (count(*) filter (beyond) + 1) / (count(*) + 1)
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
            -- a sum that is only rounded to be smaller is not
            abs(list_dot_product({{ values }}, signs))
            >= abs(list_sum({{ values }})) - 1e-12 * list_sum(list_transform({{ values }}, lambda d: abs(d))) as beyond
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
