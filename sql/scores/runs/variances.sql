/*
about = """
One row per measure: its scores split into what is owed to the run, to the query and to neither (two-way analysis of
variance without replication). Of each the sum of squares, the variance, and F and p of run and query; an effect below
1e-12 of the largest score is rounding, and counts as none."""
*/
{%- macro settled(x) %}case when abs({{ x }}) > 1e-12 * largest then {{ x }} else 0 end{% endmacro %}
{%- macro share(squares) -%}
case when error_df > 0 then case
    when {{ squares }}_squares = 0 then 0
    when error_squares = 0 then 'inf'::double
    else {{ squares }}_variance / error_variance
end end
{%- endmacro %}
with
    totals as (
        select
            metric,
            count(distinct run) as runs,
            count(distinct query_id) as queries,
            avg(value order by run asc, query_id asc) as mean,
            max(abs(value)) as largest
        from blocks
        group by metric
    ),
    run_means as (select metric, run, avg(value order by query_id asc) as run_mean from blocks group by metric, run),
    query_means as (
        select metric, query_id, avg(value order by run asc) as query_mean
        from blocks
        group by metric, query_id
    ),
    effects as (
        select
            metric, run, query_id, runs, queries, mean, largest,
            {{ settled('(run_mean - mean)') }} as run_effect,
            {{ settled('(query_mean - mean)') }} as query_effect,
            {{ settled('(value - run_mean - query_mean + mean)') }} as error
        from blocks
        join totals using (metric)
        join run_means using (metric, run)
        join query_means using (metric, query_id)
    ),
    squares as (
        select
            metric, runs, queries, mean, largest,
            sum(run_effect * run_effect order by run asc, query_id asc) as run_squares,
            sum(query_effect * query_effect order by run asc, query_id asc) as query_squares,
            sum(error * error order by run asc, query_id asc) as error_squares,
            (runs - 1) * (queries - 1) as error_df
        from effects
        group by metric, runs, queries, mean, largest
    ),
    divided as (
        select
            *,
            case when runs > 1 then run_squares / (runs - 1) end as run_variance,
            case when queries > 1 then query_squares / (queries - 1) end as query_variance,
            case when error_df > 0 then error_squares / error_df end as error_variance
        from squares
    ),
    compared_variances as (select *, {{ share('run') }} as run_f, {{ share('query') }} as query_f from divided)
select
    *
    {%- if p_values | default(true) %},
    {{ f_tail('run_f', '(runs - 1)', 'error_df') }} as run_p,
    {{ f_tail('query_f', '(queries - 1)', 'error_df') }} as query_p
    {%- endif %}
from compared_variances
