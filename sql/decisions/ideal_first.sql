/*
decision = "relevant documents"
choice   = "those down to the cutoff alone"
of       = "qrels"
place    = 42
about    = "Judged documents below the cutoff, and those missed, are not known: the ideal is of the run's first."
values   = "cutoff"
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
            ({{ first_told(value) }}) as found
            on found.query_id = told_qrels.query_id and found.doc_id = told_qrels.doc_id
        where told_qrels.copy = 1
    )
