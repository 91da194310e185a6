/*
name    = "AWP"
about   = """
    As of AP, and of gains: down to a relevant rank, what is above its group, its own, and of the others their
    share."""
formula = """
    E[AWP@k] = 1/R Σ r / n g(i) / cg*(i), i = 1..k; g(i) is the gain expected down to rank i where it is relevant,
    as r of its n are"""
*/
select run, query_id, sum(chance * cg / ideal_cg order by rank asc) / any_value(num_rel) as value
from ({{ cumulated_by_rank() }})
join (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all) using (query_id)
where rank <= $k
group by all
/*
example = [
    ["A gain of 1 at rank 1 or 2, of an ideal that gains 1: (1 + 1) / 2.",
        { ranking = [1, 0], scores = [1, 1], value = 1 }],
]
*/
