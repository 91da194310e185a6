/*
about = "One row per query of the run or the judgments that a number is of."

[columns]
query_id = "the query"
judged   = "whether it is"
relevant = "whether a document is relevant to it"
answered = "whether the run has documents for it"
num_ret  = "how many"
*/
select
    query_id,
    coalesce(judged, false) as judged,
    coalesce(relevant, false) as relevant,
    num_ret is not null as answered,
    coalesce(num_ret, 0) as num_ret
from
    (
        select query_id, true as judged, max(relevance) > 0 as relevant
        from told_qrels
        group by query_id
    )
full join (select query_id, count(*) as num_ret from told where copy = 1 group by query_id) using (query_id)
