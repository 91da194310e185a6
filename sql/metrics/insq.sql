/*
name     = "INSQ"
title    = "Inverse squares"
family   = "utility"
about    = """
    The rate at which a user gains who reads on the more readily the deeper she is, and who hopes for T documents that
    are worth 1."""
formula  = """
    Σ g(i) w(i) over Σ w(i), i = 1..k; w(i) = 1 / (i - 1 + 2 T)^2; g(i) = (relevance - min_rel) / (max_rel - min_rel),
    from 0 to 1"""
range    = [0, 1]
better   = "higher"
cite     = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092"""
needs    = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }

[peers]
ir_measures = "INSQ(T={T},min_rel={min_rel},max_rel={max_rel})"
*/
select
    run,
    query_id,
    least(sum({{ scaled() }} / pow(rank - 1 + 2 * $T, 2) order by rank asc) / {{ insq_from('(2 * $T)') }}, 1) as value
from judged
where relevance > 0 and rank <= $k
group by all
/*
[[example]]
about   = "T = 1: 1/4 of 1/4 + 1/9 + 1/16 + ..., which is pi^2 / 6 - 1."
ranking = [1, 0]
value   = 0.387631
*/
