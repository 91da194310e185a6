/*
about = """
One row per measure and slice, and rule that a test decides: how likely numbers like these are where the rule is broken
(p_value) and where it holds (p_harm), and the limits of the gain, each with confidence 1 - alpha."""

[columns]
number      = "of the measure and slice"
rule        = "the rule"
margin      = "its margin, on average over the queries"
p_value     = "of the claim that the rule holds"
p_harm      = "of the claim that it is broken"
low         = "the gain, or of at_least the distance from the least mean, is above this"
high        = "and below this"
within      = "how far the mean is within what is allowed; below 0 if it is beyond it"
deviation   = "the standard deviation of what is tested"
*/
select
    metric as number,
    run as rule,
    any_value(queries) as queries,
    any_value(margin) as margin,
    max(above) as p_value,
    -- least() passes over null, which both sides have if one has it: they are of as many queries
    case when min(below) is not null then least(1e0, count(*) * min(below)) end as p_harm,
    max(mean - reach) filter (other <> 'high') - any_value(margin) as low,
    case
        when count(*) > 1 then any_value(margin) - max(mean - reach) filter (other = 'high')
        else max(mean + reach) - any_value(margin)
    end as high,
    min(mean) as within,
    -- by clusters, the one that makes the variance of the mean what it is
    max(sqrt(variance{{ " * members / queries" if clustered | default(false) }})) as deviation
from
    (
        select
            * exclude (differences),
            case
                when queries >= 2
                    then {{ t_quantile("1 - $alpha", "queries - 1") }} * sqrt(variance / queries)
            end as reach
        from ({% include "gates/" ~ test ~ ".sql" %})
    )
group by metric, run
