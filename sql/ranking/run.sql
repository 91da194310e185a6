/*
about = "An ENUM of the runs of a pass, in their order."
*/
select distinct run
from evalsql_answers
order by run asc
