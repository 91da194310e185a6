/*
name     = "O_measure"
title    = "O-measure"
family   = "q-measure"
about    = """
    The blended ratio of the Q-measure at the rank of the first relevant document: for who needs one, and the better
    the better."""
formula  = """
    O_measure = BR(r1), r1 the rank of the first relevant document; BR(i) = (beta cg(i) + c(i)) / (beta cg*(i) + i)"""
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Sakai, On the task of finding one highly relevant document with high precision, Information and Media
    Technologies 1(2), 2006."""
papers   = ["Sakai 2006"]
aliases  = ["OMeasure"]
parts    = { at = "and hits = 1" }

[parameters]
beta  = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = """
    weight of gains relative to the count of relevant documents""" }
gains = { type = "gains" }
rel   = { type = "relevance" }

[also.P_measure]
title   = "P-measure"
about   = """
    The blended ratio of the Q-measure at the preferred rank: where the user stops who looks for one document of the
    highest level that the ranking holds."""
formula = """
    P_measure = BR(rp), rp the first rank of the highest level in the run; BR(i) = (beta cg(i) + c(i)) / (beta cg*(i)
    + i)"""
cite    = "Sakai, Give me just one highly relevant document: P-measure, SIGIR 2006."
aliases = ["PMeasure"]
parts   = { at = "qualify row_number() over (partition by run, query_id order by relevance desc, rank asc) = 1" }
*/
select run, query_id, ($beta * cg + hits) / ($beta * ideal_cg + rank) as value
from ({{ cumulated() }})
where relevance >= $rel
{{ at }}
/*
example = [
    ["""Grades 0, 1, 0, 3, 2 over the recall base 3, 3, 3, 2, 2, 2, 1, 1, 1, 1: BR(2) = (1 + 1) / (6 + 2); BR(4) = (4
        + 2) / (11 + 4).""",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], O_measure = 0.25, P_measure = 0.4 }],
    ["With beta = 0 it is the reciprocal rank; precision at the preferred rank.",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], with = { beta = 0 } },
        { O_measure = 0.5, P_measure = 0.5 }],
    ["Nothing relevant is found.", { ranking = [0, 0], missed = [1], O_measure = 0, P_measure = 0 }],
    ["Past the ideal ranking: (1 + 1) / (1 + 3).", { ranking = [0, "?", 1], O_measure = 0.5 }],
    ["The first relevant document has grade 2 at rank 2: (2 * 2 + 1) / (2 * 2 + 2).",
        { ranking = [0, 2], with = { beta = 2 }, O_measure = 0.833333 }],
    ["Grade 1 gains, and is not relevant: the first relevant document is at rank 2, (3 + 1) / (3 + 2).",
        { ranking = [1, 2, 1], with = { rel = 2 }, O_measure = 0.8 }],
    ["A level that the ranking does not hold is not waited for: BR(3) = (3 + 2) / (6 + 3).",
        { ranking = [0, 1, 2], missed = [3], P_measure = 0.555556 }],
    ["Of two at the highest level, the lowest that is relevant, the first counts.",
        { ranking = [1, 0, 1], P_measure = 1 }],
    ["Grade 1 gains, and is not relevant: no relevant document was found.",
        { ranking = [1], missed = [2], with = { rel = 2 }, P_measure = 0 }],
]
*/
