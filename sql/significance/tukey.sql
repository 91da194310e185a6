/*
title      = "Tukey's honestly significant difference"
about      = """
Compares each difference of two runs with the largest difference among all runs that chance would produce, given the
variance that remains after the effects of runs and queries are removed. Uses the queries for which every run has a
value; the family is all runs, whichever are compared. With two runs, it is the paired t test."""
formula    = """
q = |x_i. - x_j.| / sqrt(V_E / n), against the studentized range of k values with (k - 1)(n - 1) degrees of freedom"""
cite       = """
Sakai, Laboratory Experiments in Information Retrieval, Springer 2018, chapter 4. doi:10.1007/978-981-13-1199-4"""
of         = "pairs"
lacking    = "where fewer than two queries have a value for all runs"
familywise = true
aliases    = ["hsd", "tukey_hsd", "hsd_test", "tukey_test"]
*/
with
    means as (select metric, run, avg(value order by query_id asc) as mean from blocks group by metric, run),
    studentized as (
        select
            opposed.metric,
            opposed.run,
            opposed.other,
            variances.runs,
            variances.error_df,
            case when error_df > 0 then case
                when abs(one.mean - two.mean) <= 1e-12 * largest then 0
                when error_variance = 0 then 'inf'::double
                else abs(one.mean - two.mean) / sqrt(error_variance / variances.queries)
            end end as statistic
        from opposed
        left join variances on variances.metric = opposed.metric
        left join means as one on one.metric = opposed.metric and one.run = opposed.run
        left join means as two on two.metric = opposed.metric and two.run = opposed.other
    )
select metric, run, other, statistic, {{ range_tail('statistic', 'runs', 'error_df') }} as p_value
from studentized
