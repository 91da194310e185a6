/*
tool   = "promptfoo"
run    = "a provider"
about  = """
The scores of `promptfoo eval -o results.json`: a run per provider, or per provider and prompt if there are several; a
query per test, by its place in the configuration. `score` is that of all assertions, `pass` is 1 if all hold, and named
metrics have their names."""
begins = '\{\s*("evalId"\s*:\s*("[^"]*"|null)\s*,\s*)?"results"\s*:\s*\{\s*"version"'
*/
with
    results as (
        select
            result,
            coalesce(
                nullif(json_extract_string(result, '$.provider.label'), ''),
                json_extract_string(result, '$.provider.id')
            ) as provider,
            json_extract_string(result, '$.prompt.label') as prompt
        from (select unnest(json_extract(json, '$.results.results[*]')) as result from {{ log }})
    ),

    scored as (
        select
            case when (select count(distinct prompt) from results) > 1 then concat_ws(' ', provider, prompt)
                else provider end as run,
            json_extract_string(result, '$.testIdx') as query_id,
            unnest(
                map_entries(
                    map_concat(
                        map {
                            'score': json_extract(result, '$.score'),
                            'pass': json_extract(result, '$.success')
                        },
                        coalesce(json_extract(result, '$.namedScores')::map(varchar, json), map {})
                    )
                )
            ) as entry
        from results
    )

select run, query_id, entry.key as metric, {{ json_number("entry.value") }} as value
from scored
