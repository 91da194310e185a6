/*
name       = "RBP_residual"
title      = "Residual of rank-biased precision"
family     = "utility"
about      = """
    How far RBP could still rise: the weight of the ranks whose documents are unjudged, and of all beyond the
    ranking. A negative relevance counts as unjudged."""
formula    = "1 - (1 - p) Σ p^(i - 1) over the judged ranks i <= k"
range      = [0, 1]
better     = "lower"
when_empty = 1
cite       = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4. doi:10.1145/1416950.1416952"
papers     = ["Moffat and Zobel 2008"]

[parameters]
p      = { type = "persistence" }
beyond = { type = "VARCHAR", default = "counts", one_of = ["counts", "trec_eval"], about = """
    whether the ranks beyond the ranking count: they do; or, as trec_eval 10 has it, 0 is the whole residual where every
    document retrieved is judged""" }
k      = { type = "cutoff" }

[peers]
trec_eval = "rbp_resid_p={p}"
*/
select
    run,
    query_id,
    case
        when $beyond = 'trec_eval' and coalesce(num_judged, 0) = least(num_ret, $k) then 0
        else 1 - (1 - $p) * weight
    end as value
from topics
left join
    (
        select run, query_id, count(*) as num_judged, sum(pow($p, rank - 1) order by rank asc) as weight
        from judged
        where relevance >= 0 and rank <= $k
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Section 4.4: relevant at ranks 1, 2, 6 and 11 of 20, unjudged at 13, 14 and 17; p = 0.8.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], value = 0.041898 }],
    ["The same for p = 0.95.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], value = 0.433177 },
        { with = { p = 0.95 } }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], value = 1 }],
    ["A negative relevance is none; judged at the cutoff, and below it: 1 - .25.",
        { ranking = [-1, 1, 1], with = { p = 0.5, k = 2 }, value = 0.75 }],
    ["All that is retrieved is judged, which ends a ranking of two: .25.",
        { ranking = [1, 0], with = { p = 0.5 }, value = 0.25 }],
    ["As trec_eval 10 has it.", { ranking = [1, 0], with = { p = 0.5, beyond = "trec_eval" }, value = 0 }],
    ["To rank 1 all is judged.", { ranking = [1, "?"], with = { p = 0.5, k = 1, beyond = "trec_eval" }, value = 0 }],
    ["So it is where nothing is retrieved.",
        { ranking = [], missed = [1], with = { p = 0.5, beyond = "trec_eval" }, value = 0 }],
    ["Where one of them is not judged it counts the ranks beyond too: .5 + .25.",
        { ranking = ["?", 0], with = { p = 0.5, beyond = "trec_eval" }, value = 0.75 }],
]
*/
