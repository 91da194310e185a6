/*
name     = "NERR9"
title    = "Nearly expected reciprocal rank, discounted"
family   = "utility"
about    = """
    The rate at which a user gains whom a document may satisfy, each as likely as it is worth, and goes on less readily at the first ranks than deeper, to rank k at most: what is gained over the documents
    looked at."""
formula  = """
    Σ g(i) a(i) over Σ a(i), i = 1..k; a(i) = 1/i Π (1 - g(j)), j = 1..i - 1; g(i) = (relevance - min_rel) /
    (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
cite     = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 9. doi:10.1145/3471158.3472239"""
needs    = "relevant"

[parameters]
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", required = true }

[peers]
ir_measures = "NERR9(min_rel={min_rel},max_rel={max_rel})@{k}"
*/
select
    run,
    query_id,
    least(
        sum(reached * stops / rank order by rank asc)
        -- who is stopped looks at none of the ranks below
        / ({{ harmonic('$k') }} - sum(reached * stops * ({{ harmonic('$k') }} - {{ harmonic('rank') }}) order by rank asc)),
        1
    ) as value
from ({{ cascade(stopping(scaled())) }})
group by all
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
with    = { k = 10 }
value   = 0.5
*/
