/*
name    = "GenAP"
about   = """
    As of AP, and of gains: down to a relevant rank, what is above its group, its own, and of the others their share."""
formula = """
    E[genAP] = Σ r / n g(i) / i over Σ cg*(i) / i, i = 1..R; g(i) is the gain expected down to rank i if it is
    relevant, as r of its n are"""
*/
with
    counts as (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all),

    ideals as (
        select query_id, sum(ideal_cg / ideal_rank order by ideal_rank asc) as ideal_sum
        from ({{ ideal_vector() }})
        join counts using (query_id)
        where ideal_rank <= num_rel
        group by all
    )

select run, query_id, sum(chance * cg / rank order by rank asc) / any_value(ideal_sum) as value
from ({{ cumulated_by_rank() }})
join ideals using (query_id)
group by all
/*
example = [
    ["A gain of 1 at rank 1 or 2, of an ideal of 1: (1 + 1/2) / 2.",
        { ranking = [1, 0], scores = [1, 1], value = 0.75 }],
]
*/
