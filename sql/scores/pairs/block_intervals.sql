/*
about = """
One row per measure and two runs that are compared: the interval of the difference of their block means. Who includes
it says how far the ends are from that, by `margin`, over variances."""
*/
select metric, run, other, difference - margin as lower, difference + margin as upper
from
    (
        select
            opposed.metric,
            opposed.run,
            opposed.other,
            one.block_mean - two.block_mean as difference,
            margin
        from opposed
        left join (select metric, case when error_df > 0 then {{ margin }} end as margin from variances) as margins
            on margins.metric = opposed.metric
        left join ({% include "scores/runs/block_means.sql" %}) as one
            on one.metric = opposed.metric and one.run = opposed.run
        left join ({% include "scores/runs/block_means.sql" %}) as two
            on two.metric = opposed.metric and two.run = opposed.other
    )
