/*
name    = "RBP_utility"
title   = "Expected utility of rank-biased precision"
family  = "utility"
about   = """
    How much a user who reads on with probability p gains in all; RBP is this over the 1 / (1 - p) documents expected
    to be read."""
formula = "Σ g(i) p^(i - 1); g(i) is 1 if relevant and 0 if not, or the gain as a share of top"
range   = [0, inf]
better  = "higher"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.1. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]
needs   = "relevant"

[parameters]
p     = { type = "persistence" }
rel   = { type = "worth" }
top   = { type = "worth" }
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
select
    run,
    query_id,
    sum(pow($p, rank - 1) * {{ worth() }} order by rank asc) as value
from judged
where relevance > 0 and rank <= $k
group by all
/*
example = [
    ["""The paper's running example, tables I and II: relevant at ranks 1, 2, 6, 11 and 17 of 20; 5 documents are
        expected to be read.""",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 2.263202 }],
    ["Graded gains of a scale to 2: 1 + .5^2 1/2.",
        { ranking = [2, 0, 1], with = { p = 0.5, top = 2 }, value = 1.125 }],
    ["Relevant just at the cutoff, and just below it: 1 + .5.",
        { ranking = [1, 1, 1], with = { p = 0.5, k = 2 }, value = 1.5 }],
]
*/
