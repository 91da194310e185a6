/*
decision = "documents judged twice"
choice   = "the first counts"
of       = "qrels"
place    = 45
about    = "Of a document that is judged twice the row that was given first counts."
changes  = "select query_id from told_qrels where copy > 1"
*/
select *
from told_qrels
qualify row_number() over (partition by query_id, doc_id, subtopic order by n asc) = 1
