/*
name       = "sDCG_residual"
title      = "Residual of scaled discounted cumulative gain"
family     = "gain"
about      = """
    How far sDCG could still rise: the share of the weight of ranks 1 to k without a judged document. A
    negative relevance counts as unjudged."""
formula    = "1 - Σ 1 / d(i) over the judged ranks i <= k, over Σ 1 / d(i), i = 1..k"
range      = [0, 1]
better     = "lower"
when_empty = 1
cite       = "Moffat and Zobel, ACM TOIS 27(1), 2008, sections 4.4 and 4.6. doi:10.1145/1416950.1416952"
papers     = ["Moffat and Zobel 2008"]

[parameters]
discount = { type = "discount", default = "jk" }
base     = { type = "discount" }
k        = { type = "cutoff", required = true, within = "[1, 100000]" }
*/
select run, query_id, 1 - sum(1 / {{ discount('rank') }} order by rank asc) / any_value(attainable) as value
from judged
cross join (select sum(1 / {{ discount('place') }} order by place asc) as attainable from ({{ places_to_k() }}))
where relevance >= 0 and rank <= $k
group by all
/*
example = [
    ["Relevant at ranks 1, 2, 6 and 11 of 20, unjudged at 13, 14 and 17.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], value = 0.099524 },
        { with = { k = 20 } }],
    ["All is judged, so nothing is left.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 20 }, value = 0 }],
    ["Ranks beyond the ranking could still be anything: half of four equal weights.",
        { ranking = [1, 0], with = { k = 4, discount = "none" }, value = 0.5 }],
    ["A negative relevance means unjudged; judged at the cutoff, and below it.",
        { ranking = [-1, 1, 1], with = { k = 2 }, value = 0.5 }],
]
*/
