/*
tool   = "lm-evaluation-harness"
about  = """
The samples of a task, as `lm_eval --log_samples` writes them: a query per document, and a metric per metric, or
`metric/filter` for each filter but `none`."""
begins = '\{\s*"doc_id"\s*:\s*\d+\s*,\s*"doc"\s*:\s*\{'
*/
with
    samples as (
        select
            json_extract_string(json, '$.doc_id') as query_id,
            coalesce(json_extract_string(json, '$.filter'), 'none') as filter,
            json::map(varchar, json) as held,
            unnest(json_extract_string(json, '$.metrics[*]')) as metric
        from {{ log }}
    )

select
    query_id,
    case when filter = 'none' then metric else metric || '/' || filter end as metric,
    {{ json_number("map_extract(held, metric)[1]") }} as value
from samples
