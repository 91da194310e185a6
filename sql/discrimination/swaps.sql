/*
name  = "swaps"
about = "One row per measure and width of a difference: how often two runs that differ so much in one subset of the queries differ the other way in another."
cite  = "Voorhees and Buckley, SIGIR 2002, doi:10.1145/564376.564432"

[columns]
least       = "the difference in the first subset, from here to .01 more"
comparisons = "how many there are, over trials and pairs of runs"
swaps       = "how many of them go the other way in the second subset"
error_rate  = "swaps / comparisons"
needed      = "of the measure: the least difference from which no more than 5 % of the comparisons of any width are swaps"
sensitivity = "of the measure: the share of the comparisons with a difference of at least that"
*/
{%- macro halves(part) -%}
select metric, trial, one.run, two.run as other, round(one.mean - two.mean, 12) as difference
from subset_means as one
join subset_means as two using (metric, trial, part)
where one.run < two.run and part = {{ part }}
{%- endmacro %}
select
    metric,
    least,
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
                            floor(round(100 * abs(one.difference), 9)) / 100 as least,
                            count(*) as comparisons,
                            count(*) filter (sign(one.difference) * sign(two.difference) < 0) as swaps
                        from ({{ halves(1) }}) as one
                        join ({{ halves(2) }}) as two using (metric, trial, run, other)
                        group by all
                    )
            )
    )
join asked using (metric)
order by place asc, least asc
