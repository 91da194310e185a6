/*
about = """
The difference that the bootstrap would find significant, for each pair: the absolute mean of the resample of w = d -
mean(d) whose absolute t is the ceil(B alpha)-th largest."""
cite  = "Sakai, SIGIR 2006, doi:10.1145/1148170.1148261, figure 3"
*/
{%- if udf %}
select
    metric,
    run,
    other,
    evalsql_bootstrap_difference(differences, $resamples, $seed, 0.05) as needed_05,
    evalsql_bootstrap_difference(differences, $resamples, $seed, 0.01) as needed_01
from pairs
{%- else %}
select
    metric,
    run,
    other,
    max(case when place = ceil(0.05 * $resamples) then size end) as needed_05,
    max(case when place = ceil(0.01 * $resamples) then size end) as needed_01
from
    (
        select
            metric,
            run,
            other,
            abs(drawn_mean) as size,
            row_number() over (
                partition by metric, run, other order by round(abs(drawn_t), 9) desc, abs(drawn_mean) desc
            ) as place
        from ({% include "scores/pairs/drawn.sql" %})
    )
group by all
{%- endif %}
