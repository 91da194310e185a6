/*
about = "One row per evaluation, measure and run: what the run shows of its values, and its place among its series."

[columns]
mean    = "mean of what is compared: of geometric means, of the logarithms"
value   = "mean over queries, the sum of a count, or the geometric mean"
queries = "how many queries the run has a value for"
digest  = "what tells these queries from others"
place   = "1, 2, 3, ... among the runs of the evaluation in the series, the best first"
*/
select
    *,
    row_number() over (partition by evaluation, series, metric order by round(mean * sign, 12) desc, run asc) as place
from
    (
        select
            evaluation,
            series,
            metric,
            run,
            asked.place as asked_place,
            any_value(sign) as sign,
            avg(case when logs then {{ log_of("value") }} else value end order by query_id asc) as mean,
            {{ summarized_by("any_value(summary)") | indent(12) }} as value,
            count(*)::integer as queries,
            bit_xor(hash(query_id)) as digest
        from logged
        join asked using (metric)
        group by all
    )
