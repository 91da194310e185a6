/*
about = """
One row per measure and run: the means of its standardized scores and of its scores, geometric ones where a run shows
that, and its position by each, the best first (equal where means are, to 12 decimals)."""
*/
select
    metric,
    run,
    standardised_mean,
    rank() over (partition by metric order by round(standardised_mean * sign, 12) desc) as place,
    mean,
    rank() over (partition by metric order by round(mean * sign, 12) desc) as place_before
from
    (
        select
            metric,
            run,
            {{ summarized_by("case when any_value(logs) then 'geometric' end") | indent(12) }} as standardised_mean,
            {{ summarized_by("case when any_value(logs) then 'geometric' end", "score") | indent(12) }} as mean
        from standardised
        join asked using (metric)
        group by all
    )
join asked using (metric)
order by asked.place asc, standardised_mean * sign desc, run asc
