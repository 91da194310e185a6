/*
title   = "McNemar's exact test"
about   = """
For measures whose values are 0 or 1, such as Success@10; others are refused. Whether of the queries on which the runs
differ each has the 1 as often as the other. Of such measures it is the sign test."""
formula = """
p = P(least(B, n - B) <= least(wins, losses)), one-sided P(B >= wins), B binomial with n = wins + losses and 1/2"""
cite    = "McNemar, Psychometrika 12(2), 1947, doi:10.1007/BF02295996"
of      = "pairs"
smallest = "pow(2, 1e0 - differ)"
binary  = true
one_sided = true
aliases = ["mcnemar_test", "exact_mcnemar", "mcnemars_test"]
*/
select
    metric,
    run,
    other,
    case when $alternative = 'two-sided' then least(wins, losses) else wins end::double as statistic,
    case when queries >= 2 then {{ steps_to_side(sign_tail, "wins", "losses", "wins + losses") }} end as p_value
from pairs
