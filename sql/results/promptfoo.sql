/*
tool   = "promptfoo"
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
            coalesce(nullif(result ->> '$.provider.label', ''), result ->> '$.provider.id') as provider,
            result ->> '$.prompt.label' as prompt
        from (select unnest(json_extract(json, '$.results.results[*]')) as result from {{ log }})
    ),

    scored as (
        select
            case when (select count(distinct prompt) from results) > 1 then concat_ws(' ', provider, prompt) else provider end
                as run,
            result ->> '$.testIdx' as query_id,
            unnest(
                map_entries(
                    map_concat(
                        map {'score': result -> '$.score', 'pass': result -> '$.success'},
                        coalesce((result -> '$.namedScores')::map(varchar, json), map {})
                    )
                )
            ) as entry
        from results
    )

select run, query_id, entry.key as metric, {{ json_number("entry.value") }} as value
from scored
