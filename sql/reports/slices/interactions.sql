/*
about = """
Whether differences between runs depend on the slice, with p-values corrected for the attributes and pairs of runs of a
measure; those of all runs together for its attributes."""
*/
select
    metric,
    attribute,
    run,
    other,
    slices,
    queries,
    case when isfinite(statistic) then statistic end as statistic,
    df,
    error_df,
    p_value,
    case when p_value is not null then least(1e0, {{ corrections[correction] | indent(4) }}) end as p_corrected
from
    (
        select
            *,
            together as test,
            {{ in_family("metric, together", ["attribute_place", "run", "other"], correction) | indent(12) }}
        from interactions
    )
join (select metric, place as asked_place from asked) using (metric)
left join (select metric, run, other, place as run_place, other_place from opposed) using (metric, run, other)
order by asked_place asc, attribute_place asc, together desc, run_place asc, other_place asc
