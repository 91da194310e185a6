/*
name     = "INSQ"
title    = "Inverse squares"
family   = "utility"
about    = """
    The rate at which a user gains who hopes for T documents worth 1, and goes on the more readily the deeper she
    is."""
formula  = """
    Σ g(i) w(i) over w(1) + ... + w(k); w(i) = 1 / (i - 1 + 2 T)^2; g(i) = (relevance - min_rel) / (max_rel -
    min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
residual = "INSQ_residual"
cite     = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092"""
needs    = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "last" }

[peers]
ir_measures = "INSQ(T={T:},min_rel={min_rel},max_rel={max_rel})"
*/
select
    run,
    query_id,
    least(sum({{ scaled() }} / pow(rank - 1 + 2 * $T, 2) order by rank asc) / {{ insq_from('(2 * $T)') }}, 1) as value
from judged
where rank <= $k
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], value = 0.234305 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { min_rel = 1, max_rel = 3, T = 2 }, value = 0.148366 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.147541 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { T = 2 }, value = 0.318078 }],
    ["At last ranks of 40, half of the scale.",
        { ranking = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], value = 0.006691 },
        { with = { k = 40, max_rel = 2, T = 2 } }],
    ["All that is looked at is worth 1: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [1, 1], with = { T = 1.5, k = 2 }, value = 1.0000000000000000 }],
]
*/
