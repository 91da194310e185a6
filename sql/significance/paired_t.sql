/*
title   = "Student's paired t test"
about   = """
Whether the mean of the differences is 0, assuming that they are drawn from a normal distribution. If all differences
are equal, p is 0, or 1 if they are 0."""
formula = "t = mean(d) / sqrt(var(d) / n), with n - 1 degrees of freedom"
cite    = "Student, Biometrika 6(1), 1908, doi:10.2307/2331554"
of      = "pairs"
by_cluster = true
one_sided = true
smallest = """
case
    when differ < queries
        then {{ t_tail("sqrt(differ * (queries - 1e0) / (queries - differ))", "queries - 1") }}
    else 0e0
end"""
aliases = ["t", "t_test", "paired_t_test", "student", "students_t", "student_t", "students_t_test", "ttest_rel"]

[unlike]
welch = "Welch's test is of independent samples; runs are scored on the same queries, so use paired_t"
welch_t = "Welch's test is of independent samples; runs are scored on the same queries, so use paired_t"
ttest_ind = "it is of independent samples; runs are scored on the same queries, so use paired_t"
*/
select
    metric,
    run,
    other,
    case when variance > 0 then mean / sqrt(variance / queries) end as statistic,
    case
        when queries < 2 then null
        when variance > 0
            then {{ to_side(ahead("mean"), t_tail("mean / sqrt(variance / queries)", "queries - 1")) }}
        else (mean = 0 or not {{ ahead("mean") }})::integer::double
    end as p_value
from pairs
