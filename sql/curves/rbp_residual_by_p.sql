/*
name       = "RBP_residual_by_p"
title      = "Residual of rank-biased precision by p"
family     = "utility"
over       = "p"
about      = """
    How far rank-biased precision of the whole ranking may still rise, for each p: the distance of the two bounds of
    figure 6."""
formula    = "1 - (1 - p) Σ p^(i - 1) over the judged ranks"
range      = [0, 1]
better     = "lower"
when_empty = 1
cite       = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4 and figure 6. doi:10.1145/1416950.1416952"
papers     = ["Moffat and Zobel 2008"]

[parameters]
steps = { type = "INTEGER", default = 100, within = "[1, 10000]", about = """
    number of values of p, from 0 to just below 1""" }
*/
select
    run,
    query_id,
    p,
    1
    - (1 - p)
    * coalesce(sum(pow(p, rank - 1) order by rank asc) filter (rank is not null and relevance >= 0), 0) as value
from (select run, query_id, unnest(range(0, least($steps::bigint, 10000))) / $steps as p from topics)
left join judged using (run, query_id)
group by run, query_id, p
/*
example = [
    ["Section 4.4, of p = 0, .2, .4, .6 and .8.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], with = { steps = 5 }, values = [
            0, 0.0000, 0.0000, 0.0015, 0.041898] }],
    ["A negative relevance means unjudged: rank 2 alone is judged.",
        { ranking = [-1, 1], with = { steps = 2 }, values = [1, 0.75] }],
    ["Nothing that is retrieved is judged.", { ranking = ["?"], missed = [0], with = { steps = 2 }, values = [1, 1] }],
]
*/
