/*
about = """
One row per measure and category that has runs, best first: how many there are, and the mean, the lowest and the highest
of their means."""
*/
select
    metric,
    category,
    count(*) as runs,
    avg(mean order by run asc) as mean,
    min(mean) as lowest,
    max(mean) as highest
from standings
join categories using (metric, run)
join asked using (metric)
group by metric, category, asked.place
order by asked.place asc, case category when 'best' then 1 when 'normal' then 2 else 3 end asc
