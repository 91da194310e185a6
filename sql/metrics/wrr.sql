/*
name    = "WRR"
title   = "Weighted reciprocal rank"
family  = "first"
about   = """
    The reciprocal rank of the first relevant document, higher the higher its relevance. It may pass 1: at rank 1 it
    is base / (base - 1) for the highest level."""
formula = """
    WRR = 1 / (r1 - 1 / B(level of the document at r1)), r1 the rank of the first relevant document; B(level) = base
    + top - level"""
range   = [0, inf]
better  = "higher"
cite    = """
    Sakai, On the task of finding one highly relevant document with high precision, Information and Media
    Technologies 1(2), 2006, after the NTCIR Web task. There B is given for each level; that it rises by one a level
    is this project's choice."""
papers  = ["Sakai 2006"]
parts   = { best = "1" }

[parameters]
base = { type = "DOUBLE", default = 2, above = 1, about = """
    B of the highest level of the scale; each lower level has one more""" }
top  = { type = "DOUBLE", default = 0, within = "[0, inf)", about = """
    highest relevance of the scale; higher ones count as this; 0: the highest judged for the query""" }
rel  = { type = "relevance" }

[also.NWRR]
title   = "Normalized weighted reciprocal rank"
about   = """
    The weighted reciprocal rank as a share of what a document of the best level judged for the query would have at
    rank 1."""
formula = """
    NWRR = (1 - 1 / B(top level of the query)) / (r1 - 1 / B(level of the document at r1)), r1 the rank of the first
    relevant document; B(level) = base + top - level"""
range   = [0, 1]
parts   = { best = "(1 - 1 / ($base + greatest(any_value(scale - highest), 0)))" }
*/
select
    run,
    query_id,
    {{ best }} / (min(rank) - 1 / ($base + greatest(any_value(scale) - arg_min(relevance, rank), 0))) as value
from judged
join
    (
        select query_id, max(relevance) as highest, case when $top = 0 then max(relevance) else $top end as scale
        from recall_base
        group by all
    )
    using (query_id)
where relevance >= $rel and rank is not null
group by all
/*
example = [
    ["Grades 0, 1, 0, 3, 2 on the scale 1 to 3, whose B are 4, 3 and 2: 1 / (2 - 1/4); (1 - 1/2) / (2 - 1/4).",
        { ranking = [0, 1, 0, 3, 2], missed = [3, 3, 2, 2, 1, 1, 1], WRR = 0.571429, NWRR = 0.285714 }],
    ["A document of the highest level at rank 1: 1 / (1 - 1/2).", { ranking = [3, 0, 1], WRR = 2 }],
    ["The query has no document above level 1. If nothing is said of the scale, that is its highest: 1 / (2 - 1/2).",
        { ranking = [0, 1], WRR = 0.666667 }],
    ["The same on the scale 1 to 3: 1 / (2 - 1/4).", { ranking = [0, 1], with = { top = 3 }, WRR = 0.571429 }],
    ["A level above the top counts as the top: 1 / (2 - 1/2); (1 - 1/2) / (2 - 1/2).",
        { ranking = [0, 3], with = { top = 2 }, WRR = 0.666667, NWRR = 0.333333 }],
    ["The query has no document above level 1, which is first: (1 - 1/4) / (1 - 1/4).",
        { ranking = [1, 0], with = { top = 3 }, NWRR = 1 }],
    ["The best document of the query is missed, of level 2 on the scale 1 to 3: (1 - 1/3) / (2 - 1/4).",
        { ranking = [0, 1], missed = [2], with = { top = 3 }, NWRR = 0.380952 }],
]
*/
