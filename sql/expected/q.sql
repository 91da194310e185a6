/*
name    = "Q"
about   = """
    As of AP, and of gains: down to a relevant rank, what is above its group, its own, and of the others their
    share."""
formula = """
    E[Q@k] = 1/R Σ r / n (beta g(i) + c(i)) / (beta cg*(i) + i), i = 1..k; c(i) and g(i) are the relevant documents
    and the gain expected down to rank i where it is relevant, as r of its n are"""
*/
select
    run,
    query_id,
    sum(chance * ($beta * cg + hits) / ($beta * ideal_cg + rank) order by rank asc)
    / any_value(case $divisor when 'R' then num_rel else least(num_rel, $k) end) as value
from ({{ cumulated_by_rank() }})
join (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all) using (query_id)
where rank <= $k
group by all
/*
example = [
    ["Gains of 2, 1 and 0 tied, two of them relevant: (5/9 + 7.5/15 + 10/18) / 2.",
        { ranking = [2, 1, 0], scores = [1, 1, 1], value = 0.805556 }],
]
*/
