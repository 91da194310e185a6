/*
about = "The runs whose rankings are shown: the best by a measure, and the baseline."

[columns]
run   = "name of the run"
place = "its position by the measure, from 1"
*/
select run, place
from main.leaderboard
where metric = {{ metric }} and {{ "(place <= " ~ runs ~ " or run = " ~ named ~ ")" if named else "place <= " ~ runs }}
order by place asc
