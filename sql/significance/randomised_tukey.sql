/*
title      = "randomised Tukey test"
about      = """
Compares each difference of two runs with the largest difference among all runs after the scores of each query have been
assigned to the runs at random, once per resample. Uses the queries for which every run has a value; the family is all
runs, whichever are compared. A difference that is smaller by less than 1e-9 of itself counts as equal."""
formula    = """
p = (1 + #{b : max_i m_i(b) - min_i m_i(b) >= |x_i. - x_j.|}) / (1 + B), m_i(b) the mean of run i in the b-th of B
deals"""
cite       = "Carterette, ACM TOIS 30(1), 2012. doi:10.1145/2094072.2094076"
of         = "pairs"
lacking    = "where fewer than two queries have a value for all runs"
familywise = true
aliases    = ["randomised_hsd", "randomised_tukey_hsd", "rhsd"]
*/
with
    numbered as (
        select
            metric,
            value,
            dense_rank() over (partition by metric order by run asc) as place,
            dense_rank() over (partition by metric order by query_id asc) as number
        from blocks
    ),
    deals as (
        select resample, md5_number_lower(concat($seed, ':', resample)) as hash
        from (select unnest(range($resamples)) as resample)
    ),
    {%- if udf %}
    lines as (select metric, number, list(value order by place asc) as line from numbered group by metric, number),
    extents as (
        select metric, unnest(evalsql_dealt_extents(list(line order by number asc), any_value(hashes))) as extent
        from lines
        cross join (select list(hash order by resample asc) as hashes from deals)
        group by metric
    ),
    {%- else %}
    {#-
    A hash is two numbers of 32 bits. The query's number is mixed with the first, then that and the second with the
    run's; mixing is one to one, so no two runs have the same key.
    -#}
    {%- set bits = '4294967295::ubigint' %}
    {%- macro mixed(x) -%}
    list_transform(list_transform(list_transform([{{ x }}],
        lambda m: (xor(m, m >> 16::ubigint) * 2246822507::ubigint) & {{ bits }}),
        lambda m: (xor(m, m >> 13::ubigint) * 3266489909::ubigint) & {{ bits }}),
        lambda m: xor(m, m >> 16::ubigint))[1]
    {%- endmacro %}
    queries as (
        select
            metric,
            resample,
            number,
            xor({{ mixed('((hash & ' ~ bits ~ ') + number::ubigint) & ' ~ bits) }}, hash >> 32::ubigint) as state
        from (select distinct metric, number from numbered)
        cross join deals
    ),
    dealt as (
        select
            metric,
            resample,
            number,
            value,
            row_number() over (
                partition by metric, resample, number
                order by {{ mixed('(state + place::ubigint) & ' ~ bits) }} asc
            ) as position
        from queries
        join numbered using (metric, number)
    ),
    sums as (
        select metric, resample, position, sum(value order by number asc) as total, count(*) as queries
        from dealt
        group by metric, resample, position
    ),
    extents as (
        select metric, (max(total) - min(total)) / any_value(queries) as extent
        from sums
        group by metric, resample
    ),
    {%- endif %}
    ordered as (
        select
            metric,
            extent,
            count(*) over (partition by metric) - rank() over (partition by metric order by extent asc) + 1 as reached
        from extents
    ),
    means as (
        select metric, run, avg(value order by query_id asc) as mean, count(*) as queries
        from blocks
        group by metric, run
    ),
    observed as (
        select
            opposed.metric,
            opposed.run,
            opposed.other,
            abs(one.mean - two.mean) as statistic,
            abs(one.mean - two.mean) * (1 - 1e-9) - 1e-14 * largest as threshold,
            variances.queries
        from opposed
        left join variances on variances.metric = opposed.metric
        left join means as one on one.metric = opposed.metric and one.run = opposed.run
        left join means as two on two.metric = opposed.metric and two.run = opposed.other
    )
select
    observed.metric,
    run,
    other,
    statistic,
    case when queries > 1 then (coalesce(reached, 0) + 1) / ($resamples + 1)::double end as p_value
from observed
asof left join ordered on ordered.metric = observed.metric and observed.threshold <= ordered.extent
