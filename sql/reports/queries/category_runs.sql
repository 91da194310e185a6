/*
about = "One row per measure and run, in the order of its mean: its category."
*/
select metric, run, category, mean, standings.place
from standings
join categories using (metric, run)
join asked using (metric)
order by asked.place asc, standings.place asc
