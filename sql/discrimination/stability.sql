/*
place   = 3
brief   = "how often subsets of the queries disagree about two runs"
about   = """
One row per measure and fuzziness: for random subsets of the queries and all pairs of runs, how often the run that is
above the other in fewer subsets is above, and how often neither is."""
cite    = "Buckley and Voorhees, SIGIR 2000, doi:10.1145/345508.345543"
subsets = 1
note    = """
fuzziness: means that differ by less than this share are the same. minority_rate: comparisons that go against the
majority of their pair."""

[columns]
fuzziness     = "two means are the same where they differ by less than this share of the higher one"
minority_rate = "share of the comparisons that go against the majority of their pair"
ties          = "share of the comparisons where both means are the same"
*/
select
    metric,
    fuzziness,
    $size::integer as subset,
    sum(least(above, below)::bigint order by above asc) / sum(trials::bigint order by above asc) as minority_rate,
    sum((trials - above - below)::bigint order by above asc) / sum(trials::bigint order by above asc) as ties
from
    (
        select
            metric,
            degree / 100 as fuzziness,
            sum(compared::bigint order by percent asc) as trials,
            coalesce(
                sum(compared::bigint order by percent asc) filter (percent >= degree and is_above), 0
            )::bigint as above,
            coalesce(
                sum(compared::bigint order by percent asc) filter (percent >= degree and not is_above), 0
            )::bigint as below
        from
            (
                -- by how many percent the means differ, up to the 10 that matter; 0 if they are the same. What
                -- rounding took from
                -- a difference of just so many percent is given back.
                select
                    metric,
                    run,
                    other,
                    difference > 0 as is_above,
                    case
                        when difference = 0 then 0
                        when higher > 0 then least(10, floor(round(100 * abs(difference) / higher, 9)))
                        else 10
                    end as percent,
                    count(*) as compared
                from
                    (
                        select
                            metric,
                            one.run,
                            two.run as other,
                            round(one.mean - two.mean, 12) as difference,
                            greatest(one.mean, two.mean) as higher
                        from subset_means as one
                        join subset_means as two using (metric, trial, part)
                        where one.run < two.run and part = 1
                    )
                group by all
            )
        cross join (select unnest(range(1, 11)) as degree)
        group by metric, degree, run, other
    )
join asked using (metric)
group by metric, fuzziness, place
order by place asc, fuzziness asc
