/*
name  = "critical_difference"
about = """
One row per measure and run, the best mean rank first, over the queries that every run has a value for: the mean rank,
of which 1 is the best, the difference from which on Nemenyi's comparison tells two runs apart, and `reach`, the place
of the last run such that no two from this one to that one differ. They differ by the critical difference, or where
$apart lists pairs of runs, if they are among these. `begins` says whether a group of such runs begins here that is no
part of another.
"""
formula = "CD = q_alpha sqrt(k(k + 1) / (12 n)), q_alpha of the studentised range of k values"
cite    = "Demšar, Journal of Machine Learning Research 7, 2006, section 3.2.2"
*/
with ranked as (
    select
        metric,
        run,
        runs,
        queries,
        (runs + 1) / 2e0 - asked.sign * rank_sum / queries as mean_rank,
        row_number() over (
            partition by metric
            order by round(asked.sign * rank_sum / queries, 12) desc, run asc
        ) as place,
        {{ range_quantile("$confidence", "runs", "'inf'::double") }} * sqrt(runs * (runs + 1) / (12e0 * queries))
            as critical_difference
    from rank_sums
    join asked using (metric)
), apart as (
    select one.metric, one.place, two.place as other_place
    from ranked as one
    join ranked as two on two.metric = one.metric and two.place > one.place
    where
        case
            when $apart is null then two.mean_rank - one.mean_rank > one.critical_difference
            else list_contains($apart::varchar[][], [one.run, two.run])
                or list_contains($apart::varchar[][], [two.run, one.run])
        end
), reaching as (
    select
        ranked.metric,
        ranked.place,
        coalesce(min(apart.other_place) - 1, any_value(ranked.runs)) as reach
    from ranked
    left join apart on apart.metric = ranked.metric and apart.place >= ranked.place
    group by ranked.metric, ranked.place
)
select
    metric,
    run,
    place,
    runs,
    queries,
    mean_rank,
    critical_difference,
    reach,
    reach > place and reach > coalesce(lag(reach) over (partition by metric order by place asc), 0) as begins
from ranked
join reaching using (metric, place)
order by metric asc, place asc
