/*
name    = "{name}_examined"
title   = "Documents examined in {called}"
about   = "How many documents the user of {name} is expected to look at."
formula = "Σ a(i), i = 1..k; {formula}"
range   = [1, inf]
better  = "neither"
monotone = true
*/
select run, query_id, {{ examines }} as value
from ({{ documents }})
group by all
