/*
about = """
One row per comparison of a history, the newest evaluation first: whether the run is worse than that of the evaluation
before, or the best of all before, by more than the margin."""

[columns]
metric           = "the measure"
evaluation       = "the evaluation, by its number"
evaluated_at     = "when it was made, in UTC"
label            = "what it was called"
git_commit       = "the commit that was checked out"
run              = "the run"
against          = "before: the evaluation before; best: the best of all before; before and best: it was that one"
other_evaluation = "that evaluation"
other_label      = "what it was called"
other_run        = "its run"
queries          = "how many queries both have a value for"
mean             = "mean of the run over these; the geometric mean where a run shows that"
other_mean       = "mean of the other over these"
difference       = "mean minus other_mean; of geometric means the logarithm of mean / other_mean"
margin           = "how much may be lost; one in percent as it is on average"
p_value          = "how likely a fall like this is if no more is lost than the margin: one-sided"
p_corrected      = """
the same, times the number of evaluations that the best of all before was picked from, and corrected over the
comparisons of the evaluation"""
regression       = "whether p_corrected is at most alpha"
*/
with
tested as (
    select
        followed.*,
        pairs.* exclude (metric, run, other),
        tested.below as p_tested,
        case when tested.below is not null then least(1e0, followed.among * tested.below) end as p_value
    from followed
    join pairs on pairs.run = followed.number
    join ({{ test }}) as tested on tested.run = followed.number
),

corrected as (
    select
        *,
        case when p_value is not null then least(1e0, {{ correction }}) end as p_corrected
    from
        (
            select
                *,
                metric as measure,
                count(p_value) over (partition by evaluation) as family,
                row_number() over (partition by evaluation order by p_value asc nulls last, number asc) as place
            from (select *, evaluation::varchar as test from tested)
        )
)

select
    corrected.metric,
    corrected.evaluation,
    strftime(one.evaluated_at, '%Y-%m-%d %H:%M:%S') as evaluated_at,
    one.label,
    one.git_commit,
    corrected.run,
    corrected.against,
    corrected.other_evaluation,
    two.label as other_label,
    corrected.other as other_run,
    corrected.queries::integer as queries,
    case when asked.logs then exp(new_mean) else new_mean end as mean,
    case when asked.logs then exp(old_mean) else old_mean end as other_mean,
    new_mean - old_mean as difference,
    loss_allowed as margin,
    p_tested as p_value,
    p_corrected,
    coalesce(p_corrected <= $alpha, false) as regression
from corrected
join asked on asked.metric = corrected.metric
join evaluations as one on one.evaluation = corrected.evaluation
join evaluations as two on two.evaluation = corrected.other_evaluation
order by corrected.evaluation desc, asked.place asc, corrected.number asc
