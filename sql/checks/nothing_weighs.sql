/*
of       = "weights and judgments"
place    = 1
sentence = "{files}: every weight is 0, which makes every measure by subtopic 0; one above was expected"
*/
select 1 as count
from evalsql_weights
having bool_and(weight is not distinct from 0)
