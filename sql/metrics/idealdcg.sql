/*
name    = "IdealDCG"
title   = "Discounted cumulative gain of the ideal ranking"
family  = "gain"
about   = "What the best ordering of all judged documents would give: the divisor of nDCG, the same for every run."
formula = "Σ g*(i) / d(i), i = 1..k; g* are the gains of all judgments, highest first"
range   = [0, inf]
better  = "neither"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equations 4 and 5. doi:10.1145/582415.582418"
needs   = "relevant"
ties    = "no order changes it"
peers   = { trec_eval = ["ideal_dcg", "ideal_dcg_{gains}"] }

[parameters]
discount = { type = "discount" }
base     = { type = "discount" }
gains    = { type = "gains" }
k        = { type = "cutoff" }
*/
select run, query_id, ideal_dcg as value
from topics
join
    (
        select query_id, sum(ideal_gain / {{ discount('ideal_rank') }} order by ideal_rank asc) as ideal_dcg
        from ({{ ideal() }})
        where ideal_rank <= $k
        group by all
    )
    using (query_id)
/*
example = [
    ["Gains 2, 1 and 1, found or not: 2 + 1 / log2(3) + 1 / 2.",
        { ranking = [0, 2, 1], missed = [1], value = 3.130930 }],
    ["Section 2.3, b = 2: at rank 3 the ideal is 7.89.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 7.8928 },
        { with = { k = 3, discount = "jk" } }],
    ["Without discount, grade 2 gains 10: 10 + 1.",
        { ranking = [1, 2], with = { gains = "0-1-10", discount = "none" }, value = 11 }],
    ["A run that answers nothing has it too.", { ranking = [], missed = [1], value = 1 }],
]
*/
