/*
about   = """
One row per board of a suite: Friedman's test over its collections, and the difference of two mean ranks from which on
Nemenyi's comparison tells runs apart."""
formula = "CD = q_alpha sqrt(k(k + 1) / (12 n)), q_alpha of the studentized range of k values"
cite    = "Demšar, Journal of Machine Learning Research 7, 2006, section 3.2.2"
*/
select
    metric,
    runs,
    collections,
    friedman.statistic,
    friedman.df,
    friedman.p_value,
    case
        when runs > 1 and collections > 1
            then {{ range_quantile("$confidence", "runs", "'inf'::double") }}
                * sqrt(runs * (runs + 1) / (12e0 * collections))
    end as critical_difference,
    $confidence as confidence
from
    (
        select board as metric, any_value(place) as place, count(*) as collections
        from suite_boards
        group by all
    )
left join (select metric, count(*) as runs from suite_standings group by all) using (metric)
left join evalsql_suite_friedman as friedman using (metric)
order by place asc
