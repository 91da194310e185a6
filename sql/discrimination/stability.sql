/*
name  = "stability"
about = "One row per measure and fuzziness: over subsets of the queries and all pairs of runs, how often the run that is above the other in fewer subsets is above, and how often neither is."
cite  = "Buckley and Voorhees, SIGIR 2000, doi:10.1145/345508.345543"

[columns]
fuzziness     = "two means are the same where they differ by less than this share of the higher one"
minority_rate = "share of the comparisons that go against the majority of their pair"
ties          = "share of the comparisons where both means are the same"
*/
select
    metric,
    fuzziness,
    $size::integer as subset,
    sum(least(above, below)::bigint order by above asc) / sum((trials)::bigint order by above asc) as minority_rate,
    sum((trials - above - below)::bigint order by above asc) / sum((trials)::bigint order by above asc) as ties
from
    (
        select
            metric,
            fuzziness,
            count(*) as trials,
            count(*) filter (difference >= fuzziness * higher and difference > 0) as above,
            count(*) filter (-difference >= fuzziness * higher and difference < 0) as below
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
        cross join (select unnest(range(1, 11)) / 100 as fuzziness)
        group by metric, fuzziness, run, other
    )
join asked using (metric)
group by metric, fuzziness, place
order by place asc, fuzziness asc
