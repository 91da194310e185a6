/*
title = "differences by cluster"
about = """
What tests and intervals look at if queries come in clusters, in the shape of `pairs`: one number per cluster, its
share in the mean. The mean of these is that over the queries, and their variance by their number is the cluster-robust
variance of it (CR1), so that Student's t of them is the cluster-robust t, with G - 1 degrees of freedom."""
formula = """
u_g = m + G / n (S_g - n_g m), m = sum(S_g) / n, of G clusters of n_g queries whose values add up to S_g; design effect
(var(u) / G) / (var(x) / n)"""
cite = """
Liang and Zeger, Biometrika 73(1), 1986, doi:10.1093/biomet/73.1.13; Cameron and Miller, Journal of Human Resources
50(2), 2015, doi:10.3368/jhr.50.2.317; Kish, Survey Sampling, 1965, section 8.2"""

[columns]
metric        = "the measure"
run           = "name of the run"
other         = "name of the run that it is compared with"
members       = "on how many queries"
queries       = "in how many clusters these are: what tests and intervals count"
design_effect = "the variance of the mean by that which it would have if each query stood alone; null if that is 0"
mean          = "the mean over the queries"
variance      = "that of the differences"
differences   = "the number of each cluster, in the order of the clusters' first queries"
sums          = "what the values of each cluster add up to"
sizes         = "how many queries are in each"
*/
with
valued as (
    {%- if gate | default(false) %}
    select
        metric,
        run,
        other,
        margin,
        variance as of_queries,
        unnest(pairs.differences) as value,
        unnest(list_transform(met, lambda each: each.query_id)) as query_id
    from pairs
    join (select number, met from faced) on number = metric
    {%- else %}
    select
        metric,
        run,
        other,
        variance as of_queries,
        unnest(differences) as value,
        unnest(met) as query_id
    from
        (
            select
                pairs.metric,
                pairs.run,
                pairs.other,
                any_value(variance) as variance,
                any_value(differences) as differences,
                list(one.query_id order by one.query_id asc) as met
            from pairs
            join compared as one on one.metric = pairs.metric and one.run = pairs.run
            left join compared as two
                on two.metric = pairs.metric and two.run = pairs.other and two.query_id = one.query_id
            where pairs.other is null or two.query_id is not null
            group by all
        )
    {%- endif %}
),

added as (
    select
        * exclude (query_id, value),
        sum(value order by query_id asc) as total,
        count(*) as size,
        min(query_id) as first
    from
        (
            select valued.*, cluster, case when cluster is null then query_id end as alone
            from valued
            left join clusters using (query_id)
        )
    group by all
),

listed as (
    select
        * exclude (cluster, alone, total, size, first),
        count(*) as queries,
        sum(size order by first asc)::bigint as members,
        sum(total order by first asc) / sum(size order by first asc) as mean,
        list(total order by first asc) as sums,
        list(size::double order by first asc) as sizes
    from added
    group by all
),

shared as (
    select
        *,
        list_transform(
            list_zip(sums, sizes), lambda each: mean + (each[1] - each[2] * mean) * queries / members
        ) as differences
    from listed
)

select
    * exclude (of_queries),
    variance / queries / nullif(of_queries / members, 0) as design_effect
from
    (
        select
            *,
            -- what is below the last digits of the sums is rounding
            case
                when sqrt(list_var_samp(differences)) <= 1e-12 * list_max(list_transform(sums, lambda each: abs(each)))
                    * queries / members
                    then 0
                else list_var_samp(differences)
            end as variance
        from shared
    )
