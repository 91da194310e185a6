/*
about = """
What the test of a regression looks at, in the shape of `pairs`: one row per comparison of a history (run: its number),
with a number for each query that both have a value for, whose mean is above 0 if no more is lost than the margin."""

[columns]
loss_allowed = "the margin, on average over the queries"
*/
with
met as (
    select
        number,
        any_value(followed.metric) as metric,
        any_value(against) as against,
        any_value(case when logs then -ln(1 - least(share, 0.999)) else share end) as share,
        any_value(margin) as margin,
        any_value(logs) as logs,
        list({
            'old': case when logs then {{ log_of("before.value") }} else before.value end,
            'new': case when logs then {{ log_of("after.value") }} else after.value end,
            'sign': sign
        } order by after.query_id asc) as lines
    from followed
    join asked using (metric)
    join allowances using (metric)
    join logged as after
        on after.metric = followed.metric
        and after.evaluation = followed.evaluation
        and after.run = followed.run
    join logged as before
        on before.metric = followed.metric
        and before.evaluation = followed.other_evaluation
        and before.run = followed.other
        and before.query_id = after.query_id
    group by number
),

-- the mean outside of the next lambda, which would compute it again for every query
averaged as (
    select *, list_avg(list_transform(lines, lambda each: each.old)) as old_mean
    from met
),

margined as (
    select
        *,
        list_transform(lines, lambda each: margin + case
            when logs then share
            else share * sign(old_mean) * each.old
        end) as margins
    from averaged
),

-- what is below the last digits of the values is rounding
rounded as (
    select
        *,
        list_max(list_transform(lines, lambda each: greatest(abs(each.new), abs(each.old)))) as largest,
        list_transform(list_zip(lines, margins), lambda each: case
            when abs(each[1].new - each[1].old) <= 1e-14 * greatest(abs(each[1].new), abs(each[1].old)) then each[2]
            else each[1].sign * (each[1].new - each[1].old) + each[2]
        end) as differences
    from margined
)

select
    metric,
    number as run,
    against as other,
    len(differences) as queries,
    list_avg(differences) as mean,
    case
        when sqrt(list_var_samp(differences)) <= 1e-14 * largest then 0
        else list_var_samp(differences)
    end as variance,
    differences,
    list_avg(margins) as loss_allowed,
    list_avg(list_transform(lines, lambda each: each.new)) as new_mean,
    old_mean
from rounded
