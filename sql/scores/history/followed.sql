/*
about = """
What is compared in a history: of each series, its best run of an evaluation with that of the evaluation before, and
with the best of all before, where that is another."""

[columns]
number  = "1, 2, 3, ..."
against = "before, best, or before and best, where the evaluation before was the best"
among   = "how many evaluations it was picked from: all before where it is the best of them, else 1"
*/
with
stood as (
    select *
    from entries
    where place = 1 and mean is not null
),

earlier as (
    select
        one.metric,
        one.series,
        one.evaluation,
        one.run,
        other.evaluation as other_evaluation,
        other.run as other,
        row_number() over (
            partition by one.metric, one.series, one.evaluation order by other.evaluation desc
        ) as nearest,
        row_number() over (
            partition by one.metric, one.series, one.evaluation
            order by round(other.mean * other.sign, 12) desc, other.evaluation desc
        ) as best,
        count(*) over (partition by one.metric, one.series, one.evaluation) as earlier
    from stood as one
    join stood as other using (metric, series)
    where other.evaluation < one.evaluation
)

select
    row_number() over (order by metric asc, series asc, evaluation asc, nearest asc) as number,
    metric,
    series,
    evaluation,
    run,
    case when best > 1 then 'before' when nearest > 1 then 'best' else 'before and best' end as against,
    case when nearest > 1 then earlier else 1 end as among,
    other_evaluation,
    other
from earlier
where nearest = 1 or best = 1
