/*
decision = "relevant documents"
choice   = "those retrieved alone"
of       = "qrels"
place    = 41
about    = "Judged documents that the run does not retrieve are not known: ideal and recall are of what was retrieved."
changes  = "select query_id from told_qrels anti join told using (query_id, doc_id)"
*/
-- judged, but not relevant: the query is judged still
select
    * exclude (known)
    replace (
        case when known then relevance else least(relevance, 0) end as relevance,
        case when known then gain end as gain
    )
from
    (
        select told_qrels.*, found.doc_id is not null as known
        from told_qrels
        left join
            (
                select query_id, doc_id
                from told
                where copy = 1
            ) as found
            on found.query_id = told_qrels.query_id and found.doc_id = told_qrels.doc_id
        where told_qrels.copy = 1
    )
