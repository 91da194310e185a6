/*
title = "comparisons of runs"
about = "One row per measure, two runs that are compared and test: all that is said of them."
*/
select
    metric,
    run,
    other,
    queries,
    mean,
    other_mean,
    difference,
    lower,
    upper,
    percent,
    band,
    d,
    d_anova,
    wins,
    ties,
    losses,
    queries_needed,
    detectable,
    test,
    case when isfinite(statistic) then statistic end as statistic,
    p_value,
    p_corrected,
    coalesce(p_corrected < $alpha, false) as significant,
    case when asked.sign < 0 then 'lower' else 'higher' end as better
from effects
join limits using (metric, run, other)
join corrected using (metric, run, other)
join opposed using (metric, run, other)
join asked using (metric)
join (select unnest({{ tests }}) as test, unnest(range(1, len({{ tests }}) + 1)) as test_place) using (test)
order by asked.place asc, test_place asc, opposed.place asc, opposed.other_place asc
