/*
about = """
One row per measure and run: best if the user names it, worst if it is below the median of all runs on every query
it has a value for (strictly, to 12 decimals), and else normal."""
cite  = "Della Mea and Mizzaro, JASIST 55(6), 2004. doi:10.1002/asi.10408"
*/
select
    metric,
    run,
    case
        when list_contains($best::varchar[], run) then 'best'
        when bool_and(round(value * sign, 12) < round(middle, 12)) then 'worst'
        else 'normal'
    end as category
from compared
join asked using (metric)
join
    (
        select metric, query_id, median(value * sign) as middle
        from compared
        join asked using (metric)
        group by all
    )
    using (metric, query_id)
group by metric, run
