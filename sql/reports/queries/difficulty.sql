/*
about = """
One row per measure and query, the hardest first: what the runs score on it, and the run that does best; null if
several do."""
*/
select
    metric,
    query_id,
    row_number() over (partition by metric order by mean * sign asc, query_id asc) as place,
    runs,
    mean,
    median,
    deviation,
    lowest,
    highest,
    best_run
from
    (
        select
            metric,
            query_id,
            asked.sign,
            asked.place as asked_place,
            {{ spread_of_runs("asked.sign") | indent(12) }}
        from scores
        join asked using (metric)
        where value is not null
        group by all
    )
order by asked_place asc, place asc
