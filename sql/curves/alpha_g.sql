/*
name     = "alpha_G"
title    = "Alpha gain at every rank"
family   = "novelty"
over     = "rank"
about    = "What each document gains, where each further document with the same nugget gains less."
formula  = "G[i] = Σ u(s) (1 - α)^r over the nuggets s of document i; r is how many documents above have s"
range    = [0, inf]
better   = "higher"
cite     = "Clarke et al., SIGIR 2008, equation 7. doi:10.1145/1390334.1390446"
papers   = ["Clarke et al. 2008"]
monotone = false

[parameters]
alpha = { type = "novelty" }
k     = { type = "curve" }
*/
with
    terms as (
        select run, query_id, rank, weight * pow(1 - $alpha, seen) as term
        from nuggets
        where seen >= 0 and rank <= $k
    ),

    gains as (
        -- in the order of size
        select run, query_id, rank, sum(term order by term asc) as gain
        from terms
        group by all
    )

select run, query_id, rank, coalesce(gain, 0) as value, coalesce(ideal_gain, 0) as ideal
from ranks
left join gains using (run, query_id, rank)
left join (select query_id, rank, gain as ideal_gain from greedy_ideal) using (query_id, rank)
/*
example = [
    ["Table 2; the ideal order is e, a, g, h, c, f, b.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], ideal = [2, 2, 1, 0.5,
            0.5, 0.25, 0.25, 0, 0, 0], with = { k = 10 }, values = [2, 0.5, 0.25, 0, 2, 0.5, 1, 0.25, 0, 0] }],
    ["The last rank of the curve counts.", { ranking = [["1"]], ideal = [1], with = { k = 1 }, values = [1] }],
]
*/
