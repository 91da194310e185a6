/*
about = "The mean of each run over the queries that every run has a value for."
*/
select metric, run, avg(value order by query_id asc) as block_mean
from blocks
group by all
