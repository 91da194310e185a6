/*
about = """
The queries, one row each: what runs score on it: one column per measure, such as mean_ndcg_10, with its mean over
runs."""

[columns]
query_id = "the query"
runs     = "how many runs have scores for the query"
*/
from (select query_id::varchar as query_id, count(distinct run) as runs from made_scores group by all)
join
    (
        {{ means_of_queries(measures) | indent(8) }}
    )
    using (query_id)
order by query_id asc
