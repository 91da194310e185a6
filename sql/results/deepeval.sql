/*
tool   = "DeepEval"
about  = """
The scores of a test run of DeepEval, as it keeps them in its folder of results or in `.latest_test_run.json`: a query
per test case, by its name, and a metric per metric."""
begins = '\{\s*("testFile"\s*:\s*("[^"]*"|null)\s*,\s*)?"testCases"\s*:\s*\['
*/
with
    cases as (
        select
            unnest(
                json_extract(json, '$.testCases[*]') || json_extract(json, '$.conversationalTestCases[*]')
            ) as test_case
        from {{ log }}
    ),

    scored as (
        select
            json_extract_string(test_case, '$.name') as query_id,
            unnest(json_extract(test_case, '$.metricsData[*]')) as score
        from cases
    )

select
    query_id,
    json_extract_string(score, '$.name') as metric,
    {{ json_number("json_extract(score, '$.score')") }} as value
from scored
