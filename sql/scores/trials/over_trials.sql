/*
of    = "means"
title = "scores over trials"
about = """
The score of each run and query over the trials of the run: their mean, and of measures whose values are 0 or 1 pass@k,
the chance that at least one of k trials has the 1, and pass^k, that all have. Null if there are fewer trials than k.
Commands have one of these, by the file of sql/trials asked for."""
formula = "mean(x), 1 - C(n - c, k) / C(n, k) and C(c, k) / C(n, k), of n trials, c of them with the 1"
cite = "Chen et al., 2021, arXiv:2107.03374, equation 1; Yao et al., tau-bench, 2024, arXiv:2406.12045, section 3"

[columns]
run      = "name of the run"
query_id = "the query"
metric   = "the measure, as text"
value    = "its value over the trials, or null"
*/
select
    run,
    query_id,
    metric,
    {%- if over is defined %}
    case when trials > 0 then {{ over }} end as value
    {%- else %}
    trials,
    mean as value,
    case when fit and trials >= $pass_k then ({% include "trials/pass_at.sql" %}) end as pass_at_k,
    case when fit and trials >= $pass_k then ({% include "trials/pass_all.sql" %}) end as pass_all_k
    {%- endif %}
from repeated
