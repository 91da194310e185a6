/*
about = """
One row per measure and run: its mean, with its sign turned where a lower one is better, and the measure's place in the
order asked."""
*/
select metric, run, mean * sign as value, asked.place
from standings
join asked using (metric)
