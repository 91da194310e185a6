/*
about = """
Whether differences between runs depend on the slice: one row per measure, attribute and two runs that are compared, and
one for all runs together if there are three or more, with other and run null. It is the interaction of run and slice
in an analysis of variance of a split plot, with queries as blocks within slices: the values of a query without their
mean are compared between slices, and within. Of two runs that is the one-way analysis of variance of their difference.
Queries without a value of the attribute are left out, and attributes that have several values for a query."""
formula = """
F = sum_s n_s sum_r (z_sr - z_r)^2 / ((R - 1) (S - 1)) over sum_q sum_r (z_qr - z_sr)^2 / ((R - 1) (N - S)), where z_qr
is the value of run r on query q minus the mean of the R runs on it, z_sr its mean over the n_s queries of slice s and
z_r that over all N"""
cite    = "Kirk, Experimental Design, 4th edition, 2013, chapter 12, split-plot factorial design"

[columns]
metric      = "the measure"
attribute   = "the attribute"
together    = "whether it is of all runs together"
run         = "name of the run; null if it is all of them"
other       = "name of the run that it is compared with"
slices      = "how many slices there are"
queries     = "how many queries are in them"
statistic   = "F; infinite if slices alone say how large the difference is"
df          = "its degrees of freedom"
error_df    = "those of what it is divided by"
p_value     = "the chance of such an F if no difference depends on the slice; null if no slice has two queries"
*/
{%- macro settled(x) %}case when abs({{ x }}) > 1e-12 * largest then {{ x }} else 0 end{% endmacro %}
with
    apart as (
        -- each query in one slice
        select attribute, attribute_place, slice, query_id
        from slices
        where
            slice <> '(null)'
            and attribute not in (select attribute from slices group by attribute, query_id having count(*) > 1)
    ),
    query_means as (
        select metric, query_id, avg(value order by run asc) as query_mean, count(*) as runs
        from blocks
        group by metric, query_id
        having count(*) > 2
    ),
    centered as (
        -- of two runs one difference says all
        select
            one.metric, false as together, one.run, two.run as other, one.run as effect, 1 as free, one.query_id,
            one.value - two.value as z, greatest(abs(one.value), abs(two.value)) as size
        from opposed
        join compared as one on one.metric = opposed.metric and one.run = opposed.run
        join compared as two
            on two.metric = opposed.metric and two.run = opposed.other and two.query_id = one.query_id
        union all
        select
            metric, true as together, '' as run, '' as other, run as effect, runs - 1 as free, query_id,
            value - query_mean as z, abs(value) as size
        from blocks
        join query_means using (metric, query_id)
    ),
    placed as (from centered join apart using (query_id)),
    totals as (
        select
            metric, together, run, other, attribute, attribute_place, free,
            count(distinct slice) as slices,
            count(distinct query_id) as queries,
            max(size) as largest
        from placed
        group by all
    ),
    means as (
        select metric, together, run, other, effect, attribute, avg(z order by query_id asc) as mean
        from placed
        group by all
    ),
    slice_means as (
        select
            metric, together, run, other, effect, attribute, slice,
            count(*) as size, avg(z order by query_id asc) as slice_mean
        from placed
        group by all
    ),
    between_slices as (
        select
            metric, together, run, other, attribute,
            sum(size * pow({{ settled("(slice_mean - mean)") }}, 2) order by effect asc, slice asc) as squares
        from slice_means
        join means using (metric, together, run, other, effect, attribute)
        join totals using (metric, together, run, other, attribute)
        group by all
    ),
    within_slices as (
        select
            metric, together, run, other, attribute,
            sum(pow({{ settled("(z - slice_mean)") }}, 2) order by effect asc, query_id asc) as error_squares
        from placed
        join slice_means using (metric, together, run, other, effect, attribute, slice)
        join totals using (metric, together, run, other, attribute)
        group by all
    ),
    divided as (
        select
            *,
            free * (slices - 1) as df,
            free * (queries - slices) as error_df,
            case when slices > 1 and queries > slices then case
                when squares = 0 then 0
                when error_squares = 0 then 'inf'::double
                else squares / (free * (slices - 1)) / (error_squares / (free * (queries - slices)))
            end end as f
        from totals
        join between_slices using (metric, together, run, other, attribute)
        join within_slices using (metric, together, run, other, attribute)
    )
select
    metric,
    attribute,
    attribute_place,
    together,
    case when not together then run end as run,
    case when not together then other end as other,
    slices,
    queries,
    f as statistic,
    df,
    error_df,
    {{ f_tail("f", "df", "error_df") }} as p_value
from divided
