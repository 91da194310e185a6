/*
title   = "sign test"
aliases = ["sign_test"]
about   = """
Whether a run is above the other as often as below it. Queries on which both have the same score, to 12 decimals, are
left out."""
formula = """
p = P(least(B, n - B) <= least(wins, losses)), one-sided P(B >= wins), B binomial with n = wins + losses and 1/2"""
cite    = "Dixon and Mood, JASA 41, 1946, doi:10.1080/01621459.1946.10501898"
of      = "pairs"
smallest = "pow(2, 1e0 - differ)"
by_ranks = true
one_sided = true
*/
select
    metric,
    run,
    other,
    wins::double as statistic,
    case when queries >= 2 then {{ steps_to_side(sign_tail, "wins", "losses", "wins + losses") }} end as p_value
from pairs
