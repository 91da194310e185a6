/*
about = "The scores that the picture of the leaderboard is drawn from."
*/
with {{ asked }}

select scores.run, scores.query_id, scores.metric, scores.value
from scores
join asked using (metric)
order by asked.place asc, scores.run asc, scores.query_id asc
