/*
about = "The runs that a pool is made of: all, or those of a list."

[columns]
run = "name of the run"
*/
select distinct run
from pool_runs
