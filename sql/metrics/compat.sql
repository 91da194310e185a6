/*
name    = "Compat"
title   = "Compatibility"
family  = "rank"
about   = """
    How alike the run and the ideal ranking nearest to it are, by rank-biased overlap: the ideal has the documents of
    highest relevance first, those of equal relevance as the run has them, and last what the run missed."""
formula = """
    Σ p^d o(d) / d over Σ p^d o*(d) / d, d = 1..depth; o(d) documents are among the first d both of the
    run and of the ideal; o*(d) are those of the ideal, or d if divisor is 'all'"""
range   = [0, 1]
better  = "higher"
cite    = "Clarke, Vtyurina and Smucker, Assessing top-k preferences, ACM TOIS 39(3), 2021. doi:10.1145/3451161"
aliases = ["Compatibility", "RBO_ideal"]
needs   = "relevant"
peers   = { ir_measures = ["Compat(p={p})", "Compat(p={p},normalize=False) with divisor='all'"] }

[parameters]
p       = { type = "DOUBLE", default = 0.95, within = "(0, 1)", about = """
    probability of reading on to the next document""" }
depth   = { type = "INTEGER", default = 1000, within = "[1, 100000]", about = """
    last depth at which the two are compared""" }
divisor = { type = "VARCHAR", default = "ideal", one_of = ["ideal", "all"], about = """
    what scores 1: the ideal ranking, or only one with a relevant document at every rank""" }
*/
with
    -- what a document adds that both rankings have from a depth on; a macro may come to this before it refuses a p
    -- whose powers no number holds
    depths as (
        select place, {{ running_sum('pow($p, place) / place', 'deeper') }} as adds
        from (select unnest(range(1, least($depth::bigint, 100000) + 1)) as place)
        where $p between 0 and 1
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
    sum(overlap.adds order by ideal_rank asc)
    / case $divisor when 'all' then any_value(identical) else sum(best.adds order by ideal_rank asc) end as value
from ideals
cross join (select sum(pow($p, place) order by place asc) as identical from depths)
join depths as best on best.place = ideal_rank
left join depths as overlap on overlap.place = greatest(rank, ideal_rank) and rank is not null
group by all
/*
example = [
    ["Two of three, at ranks 2 and 4; that missed is the last of the ideal.",
        { ranking = [0, 1, "?", 1], missed = [1], value = 0.505493 }],
    ["""To depth 2, p = .5: the first two of the ideal are at ranks 3 and 1, so that one is shared at depth 2; 1/4 over
        1 + 1/2.""",
        { ranking = [1, 1, 2], missed = [1], with = { p = 0.5, depth = 2 }, value = 0.166667 }],
    ["p = .5: 2 ln 2 - 1 over 2 ln 2.", { ranking = [0, 1], with = { p = 0.5 }, value = 0.278652 }],
    ["All relevant ones missed; a negative relevance means unjudged.", { ranking = [-1, 0], missed = [1], value = 0 }],
    ["Two of equal relevance, which the ideal has as the run has them; the third is missed.",
        { ranking = [1, 1, "?"], missed = [1], value = 0.759720 }],
    ["The ideal itself, down to depth 1: 1.", { ranking = [2, 1], with = { depth = 1 }, value = 1 }],
    ["To depth 2, p = .5: at depth 1 none is shared, at depth 2 one of two; (1/4) (1/2) over 1/2 + 1/4.",
        { ranking = [0, 1], with = { p = 0.5, depth = 2, divisor = "all" }, value = 0.166667 }],
]
*/
