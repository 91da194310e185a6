/*
name    = "Compat"
title   = "Compatibility"
family  = "rank"
about   = """
    How alike the run and the ideal ranking nearest to it are, by rank-biased overlap: the ideal has the documents of
    highest relevance first, those of equal relevance as the run has them, and last what the run missed."""
formula = """
    Σ p^(d - 1) o(d) / d over Σ p^(d - 1) o*(d) / d, d = 1..depth; o(d) documents are among the first d both of the
    run and of the ideal; o*(d) are those of the ideal"""
range   = [0, 1]
better  = "higher"
cite    = """
    Clarke, Vtyurina and Smucker, Assessing top-k preferences, ACM TOIS 39(3), 2021. doi:10.1145/3451161"""
needs   = "relevant"

[parameters]
p     = { type = "DOUBLE", default = 0.95, within = "[0, 1)", about = "probability of reading on to the next document" }
depth = { type = "INTEGER", default = 1000, within = "[1, 100000]", about = "the last depth at which the two are compared" }

[peers]
ir_measures = "Compat(p={p})"
*/
with
    -- what a document adds that both rankings have from a depth on
    depths as (
        select place, {{ running_sum('pow($p, place - 1) / place', 'deeper') }} as adds
        from (select unnest(range(1, least($depth::bigint, 100000) + 1)) as place)
        window deeper as (order by place desc)
    ),

    ideals as (
        select
            run,
            query_id,
            rank,
            row_number() over (partition by run, query_id order by relevance desc, rank asc nulls last) as ideal_rank
        from judged
        where relevance > 0
    )

select
    run,
    query_id,
    least(coalesce(sum(overlap.adds order by ideal_rank asc), 0) / sum(best.adds order by ideal_rank asc), 1) as value
from ideals
join depths as best on best.place = ideal_rank
left join depths as overlap on overlap.place = greatest(rank, ideal_rank) and rank is not null
group by all
/*
[[example]]
about   = "p = .5, two of equal relevance, one of them missed: at depths 1, 2, 3 shared 0, 1, 1; of the ideal 1, 2, 2."
ranking = [0, 1]
missed  = [1]
value   = 0.5
*/
