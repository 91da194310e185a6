/*
of       = "documents of several subtopics"
level    = "warning"
sentence = "{count:document} judged for several subtopics; measures without subtopics take the best relevance of each"
*/
select count(*) as count
from
    (
        select query_id, doc_id
        from evalsql_qrels
        where query_id is not null and doc_id is not null
        group by all
        having count(distinct subtopic) > 1
    )
