/*
name    = "AvgPos"
title   = "Mean of a vector over the ranks"
family  = "gain"
about   = "The mean over the ranks 1 to k of what CG, DCG, nCG or nDCG is there: the area under the curve."
formula = "AvgPos@k = 1/k Σ V[i], i = 1..k; V is CG, DCG, nCG or nDCG by rank"
range   = [0, inf]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equation 6. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
vector   = { type = "VARCHAR", default = "nDCG", one_of = ["CG", "DCG", "nCG", "nDCG"], about = """
    which cumulative gain to take; CG and nCG have no discount""", idle = "vector == 'nCG' and discount == 'none'" }
discount = { type = "discount" }
base     = { type = "discount" }
gains    = { type = "gains" }
k        = { type = "cutoff", required = true }
*/
with
    ideals as (
        select query_id, ideal_rank, ideal_cg as ideal
        from ({{ ideal_vector(vector_discount('ideal_rank')) }})
        where ideal_rank <= $k and ideal_cg > 0
    ),

    -- below the last document that gains, the ideal is flat
    ideal_ends as (select query_id, max(ideal_rank) as num_ideal, max(ideal) as ideal_total from ideals group by all),

    gains_found as (
        select
            run,
            query_id,
            rank,
            num_ideal,
            ideal_total,
            least(rank, num_ideal) as ideal_rank,
            {{ gain() }} / {{ vector_discount() }} as gained
        from judged
        join ideal_ends using (query_id)
        where rank <= $k and {{ gain() }} <> 0
    ),

    shares as (
        select query_id, ideal_rank, {{ running_sum("1 / ideal", "from_here") }} as share
        from ideals
        window from_here as (partition by query_id order by ideal_rank desc)
    )

-- a gain is in the vector from its own rank on: Σ V[i] / I[i] is Σ g(j) / d(j) times Σ 1 / I[i], i = j..k
select
    run,
    query_id,
    sum(
        gained * case
            when $vector in ('CG', 'DCG') then $k - rank + 1
            else share + ($k - greatest(rank, num_ideal)) / ideal_total
        end
        order by rank asc
    ) / $k as value
from gains_found
join shares using (query_id, ideal_rank)
group by all
/*
example = [
    ["The paper's example, with three documents of grade 1 missed: nCG.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 0.784808 },
        { with = { k = 10, vector = "nCG" } }],
    ["The same of nDCG with the discount of equation 2, b = 2.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 0.803055 },
        { with = { k = 10, discount = "jk" } }],
    ["The same of CG: (3 + 5 + 8 + 8 + 8 + 9 + 11 + 13 + 16 + 16) / 10.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 9.7 },
        { with = { k = 10, vector = "CG" } }],
    ["Beyond the ranking a vector keeps its last value: (1 + 1/2 + 1/2 + 1/2) / 4.",
        { ranking = [1], missed = [1], with = { k = 4, vector = "nCG" }, value = 0.625 }],
    ["nCG is 0, 0, 1; the ideal is flat from rank 1 on.",
        { ranking = [0, 0, 1], with = { k = 3, vector = "nCG" }, value = 0.333333 }],
    ["nCG is 1, 1; what the ideal gains below the cutoff does not matter.",
        { ranking = [1, 1], missed = [1, 1], with = { k = 2, vector = "nCG" }, value = 1 }],
    ["DCG is 0, 2 / log2(3).", { ranking = [0, 2], with = { k = 2, vector = "DCG" }, value = 0.630930 }],
]
*/
