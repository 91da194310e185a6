/*
name    = "INST_utility"
title   = "Expected utility of INST"
family  = "utility"
about   = "How much the user of INST gains in all; INST is this over the documents expected to be looked at."
formula = "Σ g(i) a(i), i = 1..k; a(i) and g(i) as INST has them"
range   = [0, inf]
better  = "higher"
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
select run, query_id, sum(reached * worth order by rank asc) as value
from ({{ stretches() }})
group by all
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
value   = 1
*/
