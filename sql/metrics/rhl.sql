/*
name       = "RHL"
title      = "Ranked half-life"
family     = "gain"
about      = """
    The rank by which half of what the run gains is gained, as the median of a grouped distribution; lower is better.
    No value where it gains nothing. What was missed does not matter."""
formula    = "h - 1/2 + (cg(n) / 2 - cg(h - 1)) / g(h), h the first rank with cg(h) >= cg(n) / 2"
range      = [0.5, inf]
better     = "lower"
when_empty = "null"
cite       = """
    Borlund and Ingwersen, SIGIR 1998. doi:10.1145/290941.291019. The original was not at hand; a rank h is taken to
    reach from h - 1/2 to h + 1/2 (h - 1 to h is also read)."""
papers     = ["Järvelin and Kekäläinen 2002"]
parameters = { gains = { type = "gains" } }
*/
select run, query_id, min_by(rank - 0.5e0 + (total / 2 - (so_far - gained)) / gained, rank) as value
from
    (
        select
            run,
            query_id,
            rank,
            gained,
            {{ running_sum("gained", "in_order") }} as so_far,
            {{ running_sum("gained", "(partition by run, query_id)") }} as total
        from (select run, query_id, rank, {{ gain() }} as gained from judged where rank is not null)
        where gained > 0
        window in_order as (partition by run, query_id order by rank asc)
    )
where so_far >= total / 2
group by all
/*
example = [
    ["The worked example of Järvelin and Kekäläinen 2002: 8 of 16 are gained by the end of rank 3.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 3.5 }],
    ["Half of 4 is 2, at one third of what rank 2 gains: 1.5 + 1/3.", { ranking = [1, 3], value = 1.833333 }],
    ["Unjudged documents take up their ranks and gain nothing.", { ranking = ["?", "?", 2], value = 3 }],
    ["A run that gains nothing has no half of it.", { ranking = [0, "?", 0], missed = [1], value = "null" }],
    ["Half of what was retrieved, 1.5, is reached at rank 3: 2.5 + (1.5 - 1) / 2.",
        { ranking = [1, 0, 2], missed = [5], value = 2.75 }],
]
*/
