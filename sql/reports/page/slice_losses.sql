/*
about = """
One row per measure that has a better direction: in how many slices a run is significantly worse than the baseline, or,
if none is named, the best run by the measure is worse than another; and where it loses most. P-values of the paired t
test are corrected by Holm's procedure over all runs and slices of the measure, as 'evalsql compare --slices' has
them."""
*/
with
    {{ asked }},

    baselines as (
        select leaderboard.metric, leaderboard.run as baseline, direction, summary
        from leaderboard
        semi join asked using (metric)
        join measures using (metric)
        where direction <> 'neither' and {% if baseline == "null" %}leaderboard.place = 1
            {%- else %}leaderboard.run = {{ baseline }}{% endif %}
    ),

    compared as (
        select
            metric,
            run,
            query_id,
            case summary when 'geometric' then {{ log_of("value") }} else value end as value
        from scores
        join baselines using (metric)
        where value is not null
    ),

    differences as (
        select
            {'metric': metric, 'attribute': attribute, 'slice': slice} as part,
            {{ "baseline as run, others.run as other" if baseline == "null" else "others.run, baseline as other" }},
            query_id,
            greatest(abs(own.value), abs(others.value)) as size,
            {{ "own.value - others.value" if baseline == "null" else "others.value - own.value" }} as difference
        from baselines
        join compared as own using (metric)
        join compared as others using (metric, query_id)
        join slices using (query_id)
        where own.run = baseline and others.run <> baseline
    ),

    -- what is below the last digits of the values is rounding, here and in the variance
    rounded as (
        select * replace (case when abs(difference) > 1e-14 * size then difference else 0 end as difference)
        from differences
    ),

    pairs as (
        select
            part,
            run,
            other,
            count(*) as queries,
            avg(difference order by query_id asc) as mean,
            var_samp(difference order by query_id asc) as sampled,
            case when sqrt(sampled) > 1e-14 * max(size) then sampled else 0 end as variance
        from rounded
        group by all
    ),

    tested as (
        select
            part.metric as metric,
            part,
            run,
            other,
            'paired_t' as test,
            false as familywise,
            mean as statistic,
            least(1, 2 * least(above, below)) as p_value
        from
            (
                {% filter indent(16) %}{% include "gates/paired_t.sql" %}{% endfilter %}
            )
    ),

    corrected as (
        {% set correction = "holm" %}{% set own = "part" %}
        {%- filter indent(8) %}{% include "scores/pairs/corrected.sql" %}{% endfilter %}
    ),

    lost as (
        select
            *,
            statistic * case direction when 'lower' then -1 else 1 end as gain,
            coalesce(p_corrected < {{ alpha }}, false) and gain < 0 as lost
        from corrected
        join baselines using (metric)
    )

select
    metric,
    count(distinct part) as slices,
    count(distinct part) filter (lost) as losing,
    unnest(first({
        'run': run, 'other': other, 'attribute': part.attribute, 'slice': part.slice,
        'difference': statistic, 'p_corrected': p_corrected
    } order by gain asc, p_corrected asc, run asc, other asc, part asc) filter (lost))
from lost
join asked using (metric)
where p_value is not null
group by metric, asked.place
order by asked.place asc
