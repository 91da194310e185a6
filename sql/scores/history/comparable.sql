/*
about = "One row per comparison of a history: how many queries each of the two has a value for, and how many both have."

[columns]
shared = "how many both have a value for: all, if the two have the same queries"
*/
with
sides as (
    select
        followed.*,
        one.queries,
        two.queries as other_queries,
        one.queries = two.queries and one.digest = two.digest as alike
    from followed
    join entries as one using (metric, series, evaluation, run)
    join (select * rename (evaluation as other_evaluation, run as other) from entries) as two
        using (metric, series, other_evaluation, other)
),

unlike as (
    from sides
    where not alike
),

-- only the rows of these, since most often there are none
counted as (
    select number, count(*) as met
    from unlike
    join (from logged where evaluation in (select evaluation from unlike)) as after
        on after.metric = unlike.metric and after.evaluation = unlike.evaluation and after.run = unlike.run
    join (from logged where evaluation in (select other_evaluation from unlike)) as before
        on before.metric = unlike.metric
        and before.evaluation = unlike.other_evaluation
        and before.run = unlike.other
        and before.query_id = after.query_id
    group by number
)

select
    number,
    metric,
    evaluation,
    other_evaluation,
    queries,
    other_queries,
    case when alike then queries else coalesce(met, 0) end as shared
from sides
left join counted using (number)
