/*
title = "comparisons of runs"
about = "One row per measure, two runs that are compared and test: all that is said of them."
*/
select
    metric,
    run,
    other,
    effects.queries,
    effects.mean,
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
    {%- if clustered | default(false) %}
    ceil(queries_needed * coalesce(design_effect, 1))::bigint as queries_needed,
    detectable * sqrt(coalesce(design_effect, 1)) as detectable,
    {%- else %}
    queries_needed,
    detectable,
    {%- endif %}
    test,
    {%- if one_sided | default(false) %}
    $alternative as alternative,
    {%- endif %}
    case when isfinite(statistic) then statistic end as statistic,
    p_value,
    p_corrected,
    coalesce(p_corrected < $alpha, false) as significant,
    case when asked.sign < 0 then 'lower' else 'higher' end as better
    {%- if clustered | default(false) %},
    pairs.queries as clusters,
    design_effect
    {%- endif %}
from effects
{%- if clustered | default(false) %}
join pairs using (metric, run, other)
{%- endif %}
join limits using (metric, run, other)
join corrected using (metric, run, other)
join opposed using (metric, run, other)
join asked using (metric)
join (select unnest({{ tests }}) as test, unnest(range(1, len({{ tests }}) + 1)) as test_place) using (test)
order by asked.place asc, test_place asc, opposed.place asc, opposed.other_place asc
