/*
about = """
What is compared in a history: of each series, its best run of an evaluation, of the newest if there is a limit, with
that of the evaluation before, and with the best of all before, if that is another."""

[columns]
number  = "1, 2, 3, ..."
against = "before, best, or before and best, where the evaluation before was the best"
among   = "how many evaluations it was picked from: all before if it is the best of them, else 1"
*/
with
stood as (
    select
        *,
        lag(evaluation) over history as before,
        -- of equal means the newest
        max({'mean': round(mean * sign, 12), 'evaluation': evaluation}) over (
            history rows between unbounded preceding and 1 preceding
        ).evaluation as best,
        row_number() over history - 1 as earlier
    from entries
    where place = 1 and mean is not null
    window history as (partition by metric, series order by evaluation asc)
),

compared as (
    select *, before as other_evaluation, case when before = best then 'before and best' else 'before' end as against
    from stood
    where before is not null
    union all
    select *, best, 'best'
    from stood
    where best <> before
)

select
    row_number() over (order by metric asc, series asc, one.evaluation asc, other_evaluation desc) as number,
    metric,
    series,
    one.evaluation,
    one.run,
    against,
    case when against = 'best' then earlier else 1 end as among,
    other_evaluation,
    other.run as other
from compared as one
join (select metric, series, evaluation as other_evaluation, run from stood) as other
    using (metric, series, other_evaluation)
{%- if limit %}
where one.evaluation in (select evaluation from evaluations order by evaluation desc limit {{ limit }})
{%- endif %}
