/*
about = """
What the tests of a gate look at, in the shape of `pairs`: one row per measure and slice (metric: its number), rule
(run) and side of it (other), with numbers whose mean is above 0 if the rule holds. A margin in percent is one of
each query's baseline, so that the mean of new - (1 - r) old is tested: a share of the true mean, not of the one
seen."""

[columns]
metric      = "the number of the measure and slice"
run         = "the rule"
other       = "low: a loss is within the margin; high: a gain is; mean: the mean is beyond the least one"
margin      = "by how much differences were shifted, on average"
differences = "the numbers, in the order of the queries"
*/
with
margined as (
    select
        number,
        rule,
        list_transform(met, lambda each: {
            'gain': each.gain,
            'size': greatest(abs(each.new), abs(each.old)),
            'margin': case
                when not relative then bound
                when logs then -ln(1 - bound)  -- of geometric means a share is a factor, the same for all
                -- if no query differs, nothing is left to chance
                when same then bound * abs(old_mean)
                else bound * sign(old_mean) * each.old
            end
        }) as lines
    from
        (
            select
                number,
                rule,
                bound,
                relative,
                logs,
                met,
                list_avg(list_transform(met, lambda each: each.old)) as old_mean,
                len(list_filter(met, lambda each: each.gain <> 0)) = 0 as same
            from faced
            join gate_rules using (metric)
            where rule in ('non_inferior', 'unchanged', 'better')
        )
),

sides as (
    select
        number,
        rule,
        'low' as other,
        list_transform(lines, lambda each: {
            'margin': each.margin, 'size': each.size, 'shifted': each.margin + each.gain
        }) as lines
    from margined
    union all
    select
        number,
        rule,
        'high' as other,
        list_transform(lines, lambda each: {
            'margin': each.margin, 'size': each.size, 'shifted': each.margin - each.gain
        }) as lines
    from margined
    where rule = 'unchanged'
    union all
    select
        number,
        rule,
        'mean' as other,
        list_transform(met, lambda each: {
            'margin': 0e0,
            'size': greatest(abs(each.new), abs(bound)),
            'shifted': sign * (each.new - case when logs then {{ log_of("bound") }} else bound end)
        }) as lines
    from faced
    join gate_rules using (metric)
    where rule = 'at_least'
),

-- what is below the last digits of the values is rounding
rounded as (
    select
        number,
        rule,
        other,
        list_avg(list_transform(lines, lambda each: each.margin)) as margin,
        list_max(list_transform(lines, lambda each: each.size)) as largest,
        list_transform(lines, lambda each: case
            when abs(each.shifted) > 1e-14 * greatest(each.size, abs(each.margin)) then each.shifted
            else 0
        end) as differences
    from sides
    where len(lines) > 0
)

select
    number as metric,
    rule as run,
    other,
    len(differences) as queries,
    list_avg(differences) as mean,
    case
        when sqrt(list_var_samp(differences)) <= 1e-14 * largest then 0
        else list_var_samp(differences)
    end as variance,
    margin,
    differences
from rounded
