/*
name     = "AWP"
title    = "Average weighted precision"
family   = "q-measure"
about    = """
    Average precision with, in place of precision, the gain seen as a share of what the ideal ranking gives by the
    same rank."""
formula  = """
    AWP@k = 1/R Σ rel(i) cg(i) / cg*(i), i = 1..k; cg(i) is the gain of the first i, cg* that of the ideal ranking"""
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Sakai, Controlling the penalty on late arrival of relevant documents in information retrieval evaluation with
    graded relevance, 2006, equation 6."""
papers   = ["Sakai 2006"]

[parameters]
gains = { type = "gains" }
rel   = { type = "relevance" }
k     = { type = "cutoff" }
*/
select run, query_id, sum(cg / ideal_cg order by rank asc) / any_value(num_rel) as value
from ({{ cumulated('rank <= $k') }})
join (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all) using (query_id)
where relevance >= $rel
group by all
/*
example = [
    ["Järvelin and Kekäläinen's running example, R = 10.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 0.566332 }],
    ["Its first three ranks: (3/3 + 5/6 + 8/9) / 10.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 3 }, value = 0.272222 }],
    ["Past the ideal ranking, nothing is lost by coming late: 1/1 at rank 4.", { ranking = [0, 0, 0, 1], value = 1 }],
    ["Of two levels one is relevant: WP = 2/2 at rank 1.", { ranking = [2, 1], with = { rel = 2 }, value = 1 }],
]
*/
