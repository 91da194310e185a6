/*
about = """
One row per measure, condition and run: what it shows under all judgments and under those of the condition, its place
among the runs by each, the best first, equal where the scores are (to 12 decimals), and the mean residuals of a measure
that has one. If each run has a condition of its own it is placed among the others as they are under all
judgments."""

[columns]
ordering = "the condition, or 0 if all conditions make one ordering of the runs"
*/
with
    summed as (
        select condition, metric, run, {{ summarized_by("any_value(summary)") | indent(8) }} as score
        from pool_scores
        left join pool_asked using (metric)
        group by all
    ),

    sided as (
        select
            pool_asked.metric,
            pool_asked.sign,
            last.condition,
            {{ "0" if alone else "last.condition" }} as ordering,
            last.run,
            first.score,
            last.score as pooled,
            first_residual.score as residual,
            last_residual.score as pooled_residual
        from pool_asked
        join summed as last on last.metric = pool_asked.metric and last.condition > 0
        join summed as first on first.metric = pool_asked.metric and first.run = last.run and first.condition = 0
        left join summed as last_residual
            on last_residual.metric = pool_asked.residual
            and last_residual.run = last.run
            and last_residual.condition = last.condition
        left join summed as first_residual
            on first_residual.metric = pool_asked.residual
            and first_residual.run = last.run
            and first_residual.condition = 0
    )

select
    metric,
    condition,
    ordering,
    run,
    score,
    pooled,
    pooled - score as difference,
    case
        when score is not null
            then rank() over (partition by metric, ordering order by round(score * sign, 12) desc nulls last)
    end as place,
    {%- if alone %}
    (
        select case when sided.pooled is not null then count(*) + 1 end
        from sided as others
        where others.metric = sided.metric
            and others.run <> sided.run
            and round(others.score * others.sign, 12) > round(sided.pooled * sided.sign, 12)
    ) as pooled_place,
    {%- else %}
    case
        when pooled is not null
            then rank() over (partition by metric, ordering order by round(pooled * sign, 12) desc nulls last)
    end as pooled_place,
    {%- endif %}
    rank() over (partition by metric, ordering order by round(pooled * sign, 12) desc nulls last) as pooled_rank,
    residual,
    pooled_residual
from sided
