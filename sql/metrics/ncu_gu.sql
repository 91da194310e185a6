/*
name     = "NCU_gu"
title    = "Normalized cumulative utility, graded-uniform"
family   = "q-measure"
about    = """
    The blended ratio of the Q-measure at the relevant document that ends the search, for users who stop at any relevant
    document, the likelier the higher its level. beta = 0 is precision there. NTCIREVAL's NCUgu,P and NCUgu,BR."""
formula  = """
    NCU_gu = Σ rel(i) s(i) BR(i) / Σ s, i = 1..n, the sum below over all relevant documents; BR(i) = (beta cg(i) +
    c(i)) / (beta cg*(i) + i); s is the stop value of a document's level, its gain if none is given"""
range    = [0, 1]
better   = "higher"
monotone = false
needs    = "relevant"
cite     = """
    Sakai and Robertson, Modelling a user population for designing information retrieval metrics, EVIA 2008. A stop
    value is a gain if none is given, as in NTCIREVAL."""

[parameters]
beta  = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = """
    weight of gains relative to the count of relevant documents""" }
stops = { type = "gains", about = """
    relative probability that users stop at each level; by default the gain of the level, and for a level not listed
    its relevance""" }
gains = { type = "gains" }
rel   = { type = "relevance" }
*/
select
    run,
    query_id,
    -- at most 1, but for rounding
    least(
        sum({{ stop() }} * ($beta * cg + hits) / ($beta * ideal_cg + rank) order by rank asc) / any_value(sum_stops), 1
    ) as value
from ({{ cumulated('rank is not null', 'gain,') }})
join
    (
        select query_id, sum(stop order by stop desc) as sum_stops
        from (select query_id, {{ stop() }} as stop from recall_base where relevance >= $rel)
        group by all
    )
    using (query_id)
where relevance >= $rel and sum_stops > 0
group by all
/*
example = [
    ["""Grades 0, 1, 0, 3, 2 over the recall base 3, 3, 3, 2, 2, 2, 1, 1, 1, 1: BR = .25 at rank 2, .4 at rank 4, .5 at
        rank 5; (1 .25 + 3 .4 + 2 .5) / 19.""",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], value = 0.128947 }],
    ["With beta = 0 precision is in the place of the blended ratio: (1 .5 + 3 .5 + 2 .6) / 19.",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], with = { beta = 0 }, value = 0.168421 }],
    ["Stop values that are all the same give Q: (.25 + .4 + .5) / 10.",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], with = { stops = "0-1-1-1" }, value = 0.115 }],
    ["A larger beta: BR = (2 1 + 1) / (2 6 + 2) at rank 2, and (2 4 + 2) / (2 11 + 4) at rank 4.",
        { ranking = [0, 1, 0, 3], missed = [3, 3, 2, 2, 2, 1, 1, 1], with = { beta = 2 }, value = 0.072007 }],
    ["The gains are the stop values too, if none are given: (5 1 + 1 (6 + 2) / (6 + 2)) / 6.",
        { ranking = [2, 1], with = { gains = "0-1-5" }, value = 1 }],
    ["A level that stops does not name has its relevance: (2 1/2 + 3 (5 + 2) / (5 + 3)) / 5, of gains 2 and 3.",
        { ranking = [0, 2, 3], with = { stops = "0-1", beta = 0 }, value = 0.6 }],
    ["Grade 1 gains, and is not relevant: (2 (3 + 1) / (5 + 2) + 3 (6 + 2) / (6 + 3)) / (2 + 3).",
        { ranking = [1, 2, 3], with = { rel = 2 }, value = 0.761905 }],
    ["Every relevant document, highest grade first: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [3, 2, 1], with = { stops = "0-0.3-0.2-0.1" }, value = 1.0000000000000000 }],
    ["No user stops at what is relevant.", { ranking = [1], with = { stops = "0-0-1" }, value = 0 }],
]
*/
