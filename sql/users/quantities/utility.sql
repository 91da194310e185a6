/*
name    = "{name}_utility"
title   = "Expected utility of {called}"
about   = "How much the user of {name} gains in all; {name} is this over the documents that she is expected to look at."
formula = "Σ g(i) a(i), i = 1..k; {formula}"
range   = [0, inf]
better  = "higher"
*/
select run, query_id, {{ gains }} as value
from ({{ documents }})
group by all
