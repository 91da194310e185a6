/*
name    = "NERR11_utility"
title   = "Expected utility of NERR11"
family  = "utility"
about   = "How much the user of NERR11 gains in all: at most 1, since she stops where a document satisfies her."
formula = """
    Σ g(i) a(i), i = 1..k; a(i) = (2 T / (i - 1 + 2 T))^2 Π (1 - g(j)), j = 1..i - 1; g(i) = (relevance - min_rel) / (max_rel - min_rel), from
    0 to 1"""
range   = [0, 1]
better  = "higher"
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 11. doi:10.1145/3471158.3472239"""
needs   = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }
*/
select run, query_id, least(4 * $T * $T * sum(reached * stops / pow(rank - 1 + 2 * $T, 2) order by rank asc), 1) as value
from ({{ cascade(stopping(scaled())) }})
group by all
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
value   = 0.5
*/
