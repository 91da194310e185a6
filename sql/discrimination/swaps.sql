/*
place   = 4
brief   = "from which difference on two subsets agree"
about   = """
One row per measure and range of differences (.01 wide, or .1 if means are up to 10, and so on): how often two runs that
differ by that much on one subset of the queries differ in the opposite direction on another subset without a common
query; and the difference from which on this happens in at most 5% of the cases."""
cite    = "Voorhees and Buckley, SIGIR 2002, doi:10.1145/564376.564432"
subsets = 2
note    = """
least: the difference in one subset, to the width more. error_rate: how often another subset says the opposite. needed:
from where on that is at most 5 %."""

[columns]
least       = "the difference in the first subset, from here to the width more"
width       = ".01 if no mean is above 1; ten times that for each power of ten that one is above"
comparisons = "how many there are, over trials and pairs of runs"
swaps       = "how many of them go the other way in the second subset"
error_rate  = "swaps / comparisons"
needed      = """
of the measure: the least difference from which no more than 5 % of the comparisons of any width are swaps"""
sensitivity = "of the measure: the share of the comparisons with a difference of at least that"
*/
with
halves as (
    select metric, trial, run, max(mean) filter (part = 1) as mean, max(mean) filter (part = 2) as second_mean
    from subset_means
    group by all
),

widths as (
    select metric, pow(10, ceil(log10(greatest(1, max(abs(mean)), max(abs(second_mean)))))) / 100 as width
    from halves
    group by all
)

select
    metric,
    least,
    width,
    $size::integer as subset,
    comparisons,
    swaps,
    swaps / comparisons as error_rate,
    needed,
    sum((case when least >= needed then comparisons else 0 end)::bigint) over (partition by metric)
    / sum(comparisons::bigint) over (partition by metric) as sensitivity
from
    (
        select
            metric,
            least,
            width,
            comparisons,
            swaps,
            min(case when worst_from_here <= 0.05 then least end) over (partition by metric) as needed
        from
            (
                select
                    *,
                    max(swaps / comparisons) over (partition by metric order by least desc) as worst_from_here
                from
                    (
                        select
                            metric,
                            width,
                            round(floor(round(abs(difference) / width, 9)) * width, 12) as least,
                            count(*) as comparisons,
                            count(*) filter (sign(difference) * sign(second_difference) < 0) as swaps
                        from
                            (
                                select
                                    metric,
                                    round(one.mean - two.mean, 12) as difference,
                                    round(one.second_mean - two.second_mean, 12) as second_difference
                                from halves as one
                                join halves as two using (metric, trial)
                                where one.run < two.run
                            )
                        join widths using (metric)
                        group by all
                    )
            )
    )
join asked using (metric)
order by place asc, least asc
