/*
name       = "Reach"
title      = "Rank at which a target is reached"
family     = "gain"
about      = """
    The first rank at which CG, DCG, nCG or nDCG is as high as a target; no value where it never is. A vector that
    falls short by less than a part in 10^12 is as high: 0.1 + 0.2 reaches 0.3, and a DCG reaches its own value."""
formula    = "the smallest i with V[i] >= target; V is CG, DCG, nCG or nDCG by rank"
range      = [1, inf]
better     = "lower"
when_empty = "null"
cite       = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, sections 3.4 and 4. doi:10.1145/582415.582418"
papers     = ["Järvelin and Kekäläinen 2002"]

[parameters]
target   = { type = "DOUBLE", required = true, above = 0, about = "gain to reach" }
vector   = { type = "VARCHAR", default = "CG", one_of = ["CG", "DCG", "nCG", "nDCG"], about = """
    which cumulative gain to take; CG and nCG have no discount""", idle = "vector == 'DCG' and discount == 'none'" }
discount = { type = "discount" }
base     = { type = "discount" }
gains    = { type = "gains" }
*/
-- a vector rises only where a document gains, so no other rank can be the first
select run, query_id, min(rank) as value
from
    (
        select
            run,
            query_id,
            rank,
            {{ running_sum(gain() ~ " / " ~ vector_discount(), "so_far") }} as gained
        from judged
        where rank is not null and {{ gain() }} <> 0
        window so_far as (partition by run, query_id order by rank asc)
    )
-- beyond its last document the ideal is flat
asof join
    (
        select query_id, ideal_rank as rank, ideal_cg as ideal
        from ({{ ideal_vector(vector_discount('ideal_rank')) }})
    )
    using (query_id, rank)
where
    ideal > 0
    and case when $vector in ('CG', 'DCG') then gained else gained / nullif(ideal, 0) end >= $target * (1 - 1e-12)
group by all
/*
example = [
    ["The paper's example: the 13 that the ideal ranking has at rank 5 are reached at rank 8.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { target = 13 }, value = 8 }],
    ["DCG of equation 2, b = 2, is 6.89 at ranks 3 to 5, and 7.28 at rank 6.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 6 },
        { with = { target = 7, vector = "DCG", discount = "jk" } }],
    ["nCG is 0, 1/2, 1/3 and 2/3.",
        { ranking = [0, 1, 0, 1], missed = [1], with = { target = 0.66, vector = "nCG" }, value = 4 }],
    ["Three tenths are reached by 0.1 and 0.2.", { ranking = [0.1, 0.2, 1], with = { target = 0.3 }, value = 2 }],
    ["Never reached.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { target = 17 }, value = "null" }],
    ["All that there is, a gain of 1, is reached at rank 2.",
        { ranking = [0, 1], with = { target = 1, vector = "nCG" }, value = 2 }],
]
*/
