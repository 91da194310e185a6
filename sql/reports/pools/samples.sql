/*
about = """
The report of samples: of Kendall's tau-b between the ordering of the runs by each sample and that by all, the mean, the
least and the most; null if no sample has one."""
*/
select
    metric,
    count(*) as samples,
    avg(taus.value order by ordering asc) as mean_tau,
    min(taus.value) as min_tau,
    max(taus.value) as max_tau
from (select distinct metric, ordering from moved)
left join taus using (metric, ordering)
join pool_asked using (metric)
group by metric, pool_asked.place
order by pool_asked.place asc
