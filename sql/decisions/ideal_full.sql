/*
decision = "ideal"
choice   = "the highest grade at every rank"
of       = "qrels"
place    = 43
about    = "The ideal has a document of the highest grade at every rank, however few there are."
values   = "ideal"
*/
select *
from told_qrels
where copy = 1

union all by name

select query_id, 'ideal ' || place as doc_id, highest as relevance
from (select distinct query_id from told_qrels)
cross join (select max(relevance) as highest from told_qrels)
cross join (select unnest(range(1, {{ value }} + 1)) as place)
