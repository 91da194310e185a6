/*
name     = "ideal_first"
decision = "relevant documents"
choice   = "those down to the cutoff alone"
of       = "qrels"
place    = 42
about    = "Judged documents below the cutoff, and those not retrieved, are not known: the ideal is of the run's own first documents."
values   = "cutoff"
*/
select *
from told_qrels
semi join
    (
        select query_id, doc_id
        from told
        where copy = 1
        qualify row_number() over (partition by query_id order by score desc, doc_id desc) <= {{ value }}
    )
    using (query_id, doc_id)
where copy = 1
