/*
name     = "NERR10"
title    = "Nearly expected reciprocal rank, of a patient user"
family   = "utility"
about    = """
    The rate at which a user gains whom a document may satisfy, each as likely as it is worth, and otherwise reads on with probability p: what is gained over the documents
    looked at."""
formula  = """
    Σ g(i) a(i) over Σ a(i), i = 1..k; a(i) = p^(i - 1) Π (1 - g(j)), j = 1..i - 1; g(i) = (relevance - min_rel) /
    (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
cite     = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 10. doi:10.1145/3471158.3472239"""
needs    = "relevant"

[parameters]
p       = { type = "DOUBLE", default = 0.9, within = "[0, 1)", about = "probability of reading on to the next document" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", about = "the last rank that any user looks at" }

[peers]
ir_measures = "NERR10(p={p},min_rel={min_rel},max_rel={max_rel})"
*/
select
    run,
    query_id,
    least(
        sum(reached * stops * pow($p, rank - 1) order by rank asc)
        -- who is stopped looks at none of the ranks below
        / ((1 - pow($p, $k)) / (1 - $p) - sum(reached * stops * (pow($p, rank) - pow($p, $k)) / (1 - $p) order by rank asc)),
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
