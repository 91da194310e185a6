/*
tool   = "Inspect"
run    = "a model"
about  = """
The scores of a log of Inspect, in JSON or `.eval`: a run per model, a query per sample, a metric per scorer, or
`scorer/key` for each key of a scorer with several values. The letters C, P, I and N are 1, 0.5, 0 and 0, as in Inspect;
samples of several epochs have the mean of their values."""
begins = '\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,.*"eval"\s*:\s*\{'
*/
with
    samples as (
        select json_extract_string(json, '$.eval.model') as run, unnest(json_extract(json, '$.samples[*]')) as sample
        from {{ log }}
    ),

    scored as (
        select
            run,
            json_extract_string(sample, '$.id') as query_id,
            json_extract_string(sample, '$.epoch')::integer as epoch,
            unnest(map_entries(json_extract(sample, '$.scores')::map(varchar, json))) as score
        from samples
    ),

    given as (
        select run, query_id, epoch, score.key as metric, json_extract(score.value, '$.value') as value
        from scored
    ),

    parts as (
        select run, query_id, epoch, metric, value
        from given
        where json_type(value) is distinct from 'OBJECT'
        union all
        select run, query_id, epoch, metric || '/' || part.key, part.value
        from
            (
                select run, query_id, epoch, metric, unnest(map_entries(value::map(varchar, json))) as part
                from given
                where json_type(value) = 'OBJECT'
            )
    ),

    numbers as (
        select
            run,
            query_id,
            epoch,
            metric,
            case json_extract_string(value, '$')
                when 'C' then 1
                when 'P' then 0.5
                when 'I' then 0
                when 'N' then 0
                else {{ json_number("value") }}
            end as value
        from parts
    )

select run, query_id, metric, avg(value order by epoch asc) as value
from numbers
group by run, query_id, metric
