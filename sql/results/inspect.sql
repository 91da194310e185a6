/*
tool   = "Inspect"
about  = """
The scores of a log of Inspect, in JSON or `.eval`: a run per model, a query per sample, a metric per scorer, or
`scorer/key` for each key of a scorer with several values. The letters C, P, I and N are 1, 0.5, 0 and 0, as in Inspect;
samples of several epochs have the mean of their values."""
begins = '\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,.*"eval"\s*:\s*\{'
*/
with
    samples as (
        select json ->> '$.eval.model' as run, unnest(json_extract(json, '$.samples[*]')) as sample
        from {{ log }}
    ),

    scored as (
        select
            run,
            sample ->> '$.id' as query_id,
            (sample ->> '$.epoch')::integer as epoch,
            unnest(map_entries((sample -> '$.scores')::map(varchar, json))) as score
        from samples
    ),

    parts as (
        select
            run,
            query_id,
            epoch,
            unnest(
                case
                    when json_type(score.value -> '$.value') = 'OBJECT'
                        then list_transform(
                            map_entries((score.value -> '$.value')::map(varchar, json)),
                            lambda each: {'metric': score.key || '/' || each.key, 'value': each.value}
                        )
                    else [{'metric': score.key, 'value': score.value -> '$.value'}]
                end
            ) as part
        from scored
    ),

    numbers as (
        select
            run,
            query_id,
            epoch,
            part.metric as metric,
            case part.value ->> '$'
                when 'C' then 1
                when 'P' then 0.5
                when 'I' then 0
                when 'N' then 0
                else {{ json_number("part.value") }}
            end as value
        from parts
    )

select run, query_id, metric, avg(value order by epoch asc) as value
from numbers
group by run, query_id, metric
