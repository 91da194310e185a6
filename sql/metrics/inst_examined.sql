/*
name    = "INST_examined"
title   = "Documents examined in INST"
family  = "utility"
about   = "How many documents the user of INST is expected to look at."
formula = "Σ a(i), i = 1..k; a(i) as INST has it"
range   = [1, inf]
better  = "neither"
cite    = """
    Moffat, Bailey, Scholer and Thomas, INST: an adaptive metric for information retrieval evaluation, ADCS 2015.
    doi:10.1145/2838931.2838938"""
needs   = "relevant"

[parameters]
T       = { type = "goal", above = 0.5 }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }
*/
select run, query_id, sum(reached * length order by rank asc) as value
from ({{ stretches() }})
group by all
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
value   = 2
*/
