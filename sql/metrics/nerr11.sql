/*
name     = "NERR11"
title    = "Nearly expected reciprocal rank, of a user with a goal"
family   = "utility"
about    = """
    The rate at which a user gains whom a document may satisfy, each as likely as it is worth, and otherwise reads on as the user of INSQ does: what is gained over the documents
    looked at."""
formula  = """
    Σ g(i) a(i) over Σ a(i), i = 1..k; a(i) = (2 T / (i - 1 + 2 T))^2 Π (1 - g(j)), j = 1..i - 1; g(i) = (relevance - min_rel) /
    (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
cite     = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 11. doi:10.1145/3471158.3472239"""
needs    = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }

[peers]
ir_measures = "NERR11(T={T},min_rel={min_rel},max_rel={max_rel})"
*/
select
    run,
    query_id,
    least(
        sum(reached * stops / pow(rank - 1 + 2 * $T, 2) order by rank asc)
        -- who is stopped looks at none of the ranks below
        / ({{ insq_from('(2 * $T)') }} - sum(reached * stops * {{ insq_from('(rank + 2 * $T)') }} order by rank asc)),
        1
    ) as value
from ({{ cascade(stopping(scaled())) }})
group by all
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
value   = 0.5
*/
