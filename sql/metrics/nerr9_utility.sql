/*
name    = "NERR9_utility"
title   = "Expected utility of NERR9"
family  = "utility"
about   = "How much the user of NERR9 gains in all: at most 1, since she stops where a document satisfies her."
formula = """
    Σ g(i) a(i), i = 1..k; a(i) = 1/i Π (1 - g(j)), j = 1..i - 1; g(i) = (relevance - min_rel) / (max_rel - min_rel), from
    0 to 1"""
range   = [0, 1]
better  = "higher"
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 9. doi:10.1145/3471158.3472239"""
needs   = "relevant"

[parameters]
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", required = true }
*/
select run, query_id, least(sum(reached * stops / rank order by rank asc), 1) as value
from ({{ cascade(stopping(scaled())) }})
group by all
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
with    = { k = 10 }
value   = 0.5
*/
