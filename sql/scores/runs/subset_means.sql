/*
about = """
The mean of each run, or the geometric mean if that is what it shows, over subsets of the queries: two of one size in
each trial, which have no query in common."""
*/
select
    metric,
    trial,
    part,
    run,
    avg(value order by query_id asc) as of_values,
    case when any_value(logs) then exp(of_values) else of_values end as mean
from
    (
        select
            metric,
            trial,
            query_id,
            (row_number() over (partition by metric, trial order by lot asc, query_id asc) - 1) // $size + 1 as part
        from
            (
                select
                    metric,
                    trial,
                    query_id,
                    md5_number_lower(concat('subsets', ':', $seed, ':', trial, ':', number)) as lot
                from
                    (
                        select
                            metric,
                            query_id,
                            row_number() over (partition by metric order by query_id asc) as number
                        from (select distinct metric, query_id from blocks)
                    )
                cross join range($trials) as trials(trial)
            )
    )
join blocks using (metric, query_id)
join asked using (metric)
where part <= 2
group by all
