/*
name    = "INSQ_utility"
title   = "Expected utility of INSQ"
family  = "utility"
about   = "How much the user of INSQ gains in all; INSQ is this over the documents expected to be looked at."
formula = "Σ g(i) (2 T / (i - 1 + 2 T))^2, i = 1..k; g(i) as INSQ has it"
range   = [0, inf]
better  = "higher"
cite    = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092"""
needs   = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }
*/
select
    run,
    query_id,
    4 * $T * $T * sum({{ scaled() }} / pow(rank - 1 + 2 * $T, 2) order by rank asc) as value
from judged
where relevance > 0 and rank <= $k
group by all
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
value   = 1
*/
