/*
about = "The team of each run; if none are named, each run is a team."

[columns]
run  = "name of the run"
team = "its team"
*/
select run, run as team
from pool_contributors
