/*
name       = "P_residual"
title      = "Residual of precision"
family     = "precision"
about      = """
    How far precision could still rise: the share of the ranks whose documents are unjudged, or that the ranking does
    not reach. A negative relevance counts as unjudged."""
formula    = "P_residual@k = ranks <= k that are unjudged or beyond the ranking, over k; without a cutoff, k = n"
range      = [0, 1]
better     = "lower"
when_empty = 1
cite       = """
    Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4. doi:10.1145/1416950.1416952 There the residual is that of
    RBP."""
papers     = ["Moffat and Zobel 2008"]
parameters = { k = { type = "cutoff" } }
*/
select run, query_id, 1 - count(*) / any_value({{ examined() }}) as value
from judged
join topics using (run, query_id)
where relevance >= 0 and rank <= $k
group by all
/*
example = [
    ["Unjudged at ranks 13, 14 and 17 of 20.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], value = 0.15 },
        { with = { k = 20 } }],
    ["Ranks beyond the ranking could hold anything: 13, 14, 17 and five more of 25.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], value = 0.32 },
        { with = { k = 25 } }],
    ["Without a cutoff, 1 of 4; a relevant document that is missed changes nothing.",
        { ranking = [1, "?", 0, 1], missed = [1], value = 0.25 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], value = 1 }],
    ["A negative relevance means unjudged: 1 of 2 is judged.", { ranking = [1, -1], with = { k = 2 }, value = 0.5 }],
]
*/
