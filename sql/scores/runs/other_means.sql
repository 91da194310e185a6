/*
about = "The means that orderings compare means with: the same, or those under another condition."

[columns]
metric = "the measure"
run    = "name of the run"
value  = "its mean, with its sign turned where a lower one is better"
place  = "the measure's place in the order asked"
*/
from {{ there | default("means") }}
