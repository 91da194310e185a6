/*
about = """
One row per measure and run, compared with the baseline, or with the best run by the measure if none is named: the
difference with its 95% interval, and p-values of the paired t test, corrected by Holm's procedure over the runs."""
*/
with
    {{ asked }},

    baselines as (
        select leaderboard.metric, leaderboard.run as baseline
        from leaderboard
        semi join asked using (metric)
        where {% if baseline == "null" %}leaderboard.place = 1{% else %}leaderboard.run = {{ baseline }}{% endif %}
    ),

    faced as (
        select metric, run::varchar as run, other::varchar as baseline, 1 as sign, * exclude (metric, run, other)
        from internal.comparison
        union all
        select metric, other::varchar as run, run::varchar as baseline, -1 as sign, * exclude (metric, run, other)
        from internal.comparison
    ),

    compared as (select * from faced semi join baselines using (metric, baseline)),

    tested as (
        select metric, run, baseline as other, 'paired_t' as test, false as familywise, statistic, p_value
        from compared
    ),

    corrected as (
        {% set correction = "holm" %}{% filter indent(8) %}{% include "scores/pairs/corrected.sql" %}{% endfilter %}
    )

select
    compared.metric,
    compared.run,
    compared.baseline as other,
    queries,
    case sign when 1 then mean else other_mean end as mean,
    case sign when 1 then other_mean else mean end as other_mean,
    sign * difference as difference,
    case sign when 1 then lower else -upper end as lower,
    case sign when 1 then upper else -lower end as upper,
    case sign when 1 then wins else losses end as wins,
    ties,
    case sign when 1 then losses else wins end as losses,
    compared.p_value,
    p_corrected,
    coalesce(p_corrected < {{ alpha }}, false) as significant,
    'paired_t' as test,
    direction as better
from compared
join corrected on corrected.metric = compared.metric and corrected.run = compared.run
join asked on asked.metric = compared.metric
join measures on measures.metric = compared.metric
order by
    asked.place asc,
    round(sign * difference * case direction when 'lower' then -1 else 1 end, 12) desc nulls last,
    compared.run asc
