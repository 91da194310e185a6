/*
name     = "RBP"
title    = "Rank-biased precision"
family   = "utility"
about    = "The rate at which a user who reads on with probability p gains relevant documents."
formula  = """
    RBP@k = (1 - p) Σ g(i) p^(i - 1), i = 1..k; g(i) is 1 if relevant and 0 if not, or the gain as a share of top"""
range    = [0, 1]
better   = "higher"
residual = "RBP_residual"
cite     = "Moffat and Zobel, ACM TOIS 27(1), 2008, sections 4.1 and 4.7. doi:10.1145/1416950.1416952"
papers   = ["Moffat and Zobel 2008"]
needs    = "relevant"

[parameters]
p     = { type = "persistence" }
rel   = { type = "worth" }
top   = { type = "worth" }
scale = { type = "VARCHAR", default = "top", one_of = ["top", "query"], about = """
    what gains are a share of: top; or the highest gain of the query, or 1 where none is higher, as trec_eval 10""" }
gains = { type = "gains" }
k     = { type = "cutoff" }

[peers]
trec_eval   = "rbp_p={p}"
ir_measures = ["RBP(p={p},rel={rel})", "RBP(p={p},rel={rel})@{k}"]
*/
select
    run,
    query_id,
    (1 - $p) * sum(pow($p, rank - 1) * {{ share() }} order by rank asc) as value
from judged {{ highest_gains() }}
where relevance > 0 and rank <= $k
group by all
/*
example = [
    ["The paper's running example, tables I and II: relevant at ranks 1, 2, 6, 11 and 17 of 20.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.766121 },
        { with = { p = 0.5 } }],
    ["The same for a persistent user.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.188132 },
        { with = { p = 0.95 } }],
    ["Section 4.4: four of them relevant, and ranks 13, 14 and 17 unjudged. RBP is at least .7661, and at most .7663.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], value = 0.766113 },
        { with = { p = 0.5 } }],
    ["p = 0 is precision at rank 1.", { ranking = [1, 1, 0], with = { p = 0 }, value = 1 }],
    ["Graded gains of a scale to 4: .2 (2/4 + .8^5 1/4 + .8^9 4/4).",
        { ranking = [2, "?", 0, "?", 0, 1, "?", 0, "?", 4], with = { top = 4 }, value = 0.143228 }],
    ["Weights of the grades, in [0, 1]; a gain above 1, or above top, is refused.",
        { ranking = [2, 0, 1], with = { p = 0.5, gains = "0-0.5-1" }, value = 0.5625 }],
    ["As trec_eval 10: the highest grade of the query is worth 1, found or not: .5 * 2/4 + .25 * 1/4.",
        { ranking = [2, 1], missed = [4], with = { p = 0.5, scale = "query" }, value = 0.3125 }],
    ["Where no gain is above 1 each is worth itself: .5 * .5.",
        { ranking = [0.5], with = { p = 0.5, scale = "query" }, value = 0.25 }],
    ["Relevant just at the cutoff, and just below it: .5 + .25.",
        { ranking = [1, 1, 1], with = { p = 0.5, k = 2 }, value = 0.75 }],
    ["A grade is relevant or not, where neither top nor gains are said.",
        { ranking = [2], with = { p = 0.5 }, value = 0.5 }],
]
*/
