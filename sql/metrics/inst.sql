/*
name     = "INST"
title    = "INST"
family   = "utility"
about    = """
    The rate at which a user gains who hopes for T documents that are worth 1, and reads on the more readily the deeper
    she is, and the less so the more she has gained."""
formula  = """
    Σ g(i) a(i) over Σ a(i), i = 1..k; a(1) = 1, a(i + 1) = a(i) ((i + b(i) - 1) / (i + b(i)))^2; b(i) = 2 T less the
    gain of the first i; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
cite     = """
    Moffat, Bailey, Scholer and Thomas, INST: an adaptive metric for information retrieval evaluation, ADCS 2015.
    doi:10.1145/2838931.2838938"""
needs    = "relevant"

[parameters]
T       = { type = "goal", above = 0.5 }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }

[peers]
ir_measures = "INST(T={T},min_rel={min_rel},max_rel={max_rel})"
*/
select
    run,
    query_id,
    least(sum(reached * worth order by rank asc) / sum(reached * length order by rank asc), 1) as value
from ({{ stretches() }})
group by all
/*
[[example]]
about   = "T = 1."
ranking = [1, 0]
value   = 0.387631
*/
