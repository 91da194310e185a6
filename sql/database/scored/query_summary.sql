/*
name  = "query_summary"
about = """
The queries, one row each: what runs score on it: one column per measure, such as mean_ndcg_10, with its mean over runs.
"""

[columns]
query_id = "the query"
runs     = "how many runs have scores for the query"
*/
select
    query_id::varchar as query_id,
    count(distinct run) as runs
    {%- for measure in measures %},
    avg(value order by run asc) filter (metric = {{ measure.text }}) as "mean_{{ measure.column }}"
    {%- endfor %}
from made_scores
group by all
order by query_id asc
