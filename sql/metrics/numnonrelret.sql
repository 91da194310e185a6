/*
name    = "NumNonrelRet"
title   = "Number of judged nonrelevant documents retrieved"
family  = "counts"
about   = """
    How many of the documents retrieved are judged and not relevant; added up over queries, not averaged. Unjudged
    documents, and those with a negative relevance, are not counted."""
formula = "b(n)"
range   = [0, inf]
better  = "neither"
summary = "sum"
cite    = "trec_eval, m_num_nonrel_judged_ret.c: https://github.com/usnistgov/trec_eval"
ties    = "no order changes it"

[parameters]
rel = { type = "relevance" }

[peers]
trec_eval = "num_nonrel_judged_ret"
*/
select run, query_id, count(*) as value
from judged
where relevance >= 0 and relevance < $rel and rank is not null
group by all
/*
example = [
    ["Two are judged 0; one is unjudged, and one has a negative relevance.",
        { ranking = [1, 0, "?", 0, -1], value = 2 }],
    ["Grade 1 is not relevant, found; the one missed is not retrieved.",
        { ranking = [1, 0, 2], missed = [1], with = { rel = 2 }, value = 2 }],
]
*/
