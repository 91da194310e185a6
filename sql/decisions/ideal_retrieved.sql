/*
name     = "ideal_retrieved"
decision = "relevant documents"
choice   = "those retrieved alone"
of       = "qrels"
place    = 41
about    = "Judged documents that the run does not retrieve are not known: ideal and recall are of what was retrieved."
*/
select *
from told_qrels
semi join told using (query_id, doc_id)
where copy = 1
