/*
about = """
One row per measure and two runs that are compared: on how many queries, the means of the two there, on how many of them
one is above the other, the differences, their mean and their variance."""
*/
select
    metric,
    run,
    other,
    len(differences) as queries,
    list_avg(list_transform(met, lambda each: each[1])) as run_mean,
    list_avg(list_transform(met, lambda each: each[2])) as other_mean,
    list_avg(differences) as mean,
    -- what is below the last digits of the values is rounding
    case
        when sqrt(list_var_samp(differences))
            <= 1e-14 * list_max(list_transform(met, lambda each: greatest(abs(each[1]), abs(each[2]))))
            then 0
        else list_var_samp(differences)
    end as variance,
    len(list_filter(differences, lambda difference: round(difference, 12) > 0)) as wins,
    len(list_filter(differences, lambda difference: round(difference, 12) < 0)) as losses,
    differences
from
    (
        select
            metric,
            run,
            other,
            met,
            list_transform(met, lambda each: case
                when abs(each[1] - each[2]) > 1e-14 * greatest(abs(each[1]), abs(each[2])) then each[1] - each[2]
                else 0
            end) as differences
        from
            (
                select
                    opposed.metric,
                    opposed.run,
                    opposed.other,
                    list_filter(
                        list_zip(one.line, two.line),
                        lambda each: each[1] is not null and each[2] is not null
                    ) as met
                from opposed
                join aligned as one on one.metric = opposed.metric and one.run = opposed.run
                join aligned as two on two.metric = opposed.metric and two.run = opposed.other
            )
        where len(met) > 0
    )
