/*
name     = "RBP_by_p"
title    = "Rank-biased precision by p"
family   = "utility"
over     = "p"
about    = """
    Rank-biased precision of the whole ranking for each p: the lower bound of figure 6. RBP_residual_by_p is how far
    it may still rise."""
formula  = "RBP(p) = (1 - p) Σ g(i) p^(i - 1)"
range    = [0, 1]
better   = "higher"
residual = "RBP_residual_by_p"
cite     = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4 and figure 6. doi:10.1145/1416950.1416952"
papers   = ["Moffat and Zobel 2008"]

[parameters]
steps = { type = "INTEGER", default = 100, within = "[1, 10000]", about = """
    number of values of p, from 0 to just below 1""" }
rel   = { type = "worth" }
top   = { type = "worth" }
gains = { type = "gains" }
*/
select
    run,
    query_id,
    p,
    (1 - p) * sum(worth * pow(p, rank - 1) order by rank asc) as value
from (select run, query_id, unnest(range(0, least($steps::bigint, 10000))) / $steps as p from topics)
left join
    (
        from (select run, query_id, rank, {{ worth() }} as worth from judged where rank is not null)
        where worth > 0
    )
    using (run, query_id)
group by run, query_id, p
/*
example = [
    ["Section 4.4, of p = 0, .2, .4, .6 and .8: the first is precision at rank 1.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], with = { steps = 5 }, values = [
            1, 0.960256, 0.846207, 0.673523, 0.447011] }],
    ["Nothing that is retrieved is judged.", { ranking = ["?"], missed = [1], with = { steps = 2 }, values = [0, 0] }],
]
*/
