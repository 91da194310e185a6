/*
name     = "NCU_rb"
title    = "Normalized cumulative utility, rank-biased"
family   = "q-measure"
about    = """
    The blended ratio of the Q-measure at the relevant document that ends the search, for users of whom gamma go on from
    each relevant document to the next. beta = 0 is precision there. NTCIREVAL's NCUrb,P and NCUrb,BR."""
formula  = """
    NCU_rb = Σ rel(i) gamma^(c(i) - 1) BR(i) / Σ gamma^(j - 1), i = 1..n, j = 1..R; BR(i) = (beta cg(i) + c(i)) /
    (beta cg*(i) + i)"""
range    = [0, 1]
better   = "higher"
monotone = false
needs    = "relevant"
cite     = "Sakai and Robertson, Modelling a user population for designing information retrieval metrics, EVIA 2008."

[parameters]
gamma = { type = "DOUBLE", default = 0.95, within = "(0, 1]", about = """
    probability of going on from a relevant document to the next""" }
beta  = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = """
    weight of gains relative to the count of relevant documents""" }
gains = { type = "gains" }
rel   = { type = "relevance" }
*/
select
    run,
    query_id,
    -- at most 1, but for rounding
    least(
        sum(pow($gamma, hits - 1) * ($beta * cg + hits) / ($beta * ideal_cg + rank) order by rank asc)
        / any_value(all_stops),
        1
    ) as value
from ({{ cumulated() }})
join
    (
        select query_id, list_sum([pow($gamma, place - 1) for place in range(1, count(*) + 1)]) as all_stops
        from recall_base
        where relevance >= $rel
        group by query_id
    )
    using (query_id)
where relevance >= $rel
group by all
/*
example = [
    ["""Grades 0, 1, 0, 3, 2 over the recall base 3, 3, 3, 2, 2, 2, 1, 1, 1, 1: BR = .25 at rank 2, .4 at rank 4, .5 at
        rank 5; (.25 + .95 .4 + .9025 .5) / 8.02526.""",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], value = 0.134731 }],
    ["With beta = 0 precision is in the place of the blended ratio: (.5 + .5 .5 + .25 .6) / 1.75.",
        { ranking = [0, 1, 0, 3, 2], with = { gamma = 0.5, beta = 0 }, value = 0.514286 }],
    ["If all users go on it is Q: (.25 + .4 + .5) / 10.",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], with = { gamma = 1 }, value = 0.115 }],
    ["""A larger beta and other gains: BR = (2 1 + 1) / (2 6 + 2) = 3/14 and (2 6 + 2) / (2 6 + 3) = 14/15; (3/14 + .5
        14/15) / 1.5.""",
        { ranking = [0, 1, 2], with = { gamma = 0.5, beta = 2, gains = "0-1-5" }, value = 0.453968 }],
    ["Grade 1 gains, and is not relevant: ((3 + 1) / (5 + 2) + .5 (6 + 2) / (6 + 3)) / 1.5.",
        { ranking = [1, 2, 3], with = { gamma = 0.5, rel = 2 }, value = 0.677249 }],
    ["Every relevant document comes first: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [3, 3], with = { beta = 0.3 }, value = 1.0000000000000000 }],
]
*/
