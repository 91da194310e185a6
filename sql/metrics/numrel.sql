/*
name       = "NumRel"
title      = "Number relevant"
family     = "counts"
about      = "How many relevant documents there are, found or not; added up over queries, not averaged."
formula    = "R"
range      = [0, inf]
better     = "neither"
summary    = "sum"
cite       = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
needs      = "relevant"
ties       = "no order changes it"
parameters = { rel = { type = "relevance" } }

[peers]
trec_eval   = "num_rel"
ir_measures = "NumRel(rel={rel})"

[also.Hits]
title   = "Hits"
about   = "How many relevant documents are among the first k; of a run, the mean over queries."
formula = "Hits@k = c(k)"
better  = "higher"
cite    = "Bassani, ranx, ECIR 2022. doi:10.1007/978-3-030-99739-7_30"
summary = "mean"

[also.Hits.parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[also.NumRelRet]
title   = "Number of relevant documents retrieved"
about   = "How many of the documents retrieved are relevant; added up over queries, not averaged."
formula = "c(n)"
better  = "higher"
with    = { k = 2147483647 }
ties    = "no order changes it"

[also.NumRelRet.parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[also.NumRelRet.peers]
trec_eval   = "num_rel_ret"
ir_measures = "NumRet(rel={rel})"

[also.Success]
title   = "Success"
family  = "first"
about   = "Whether there is a relevant document among the first k."
formula = "Success@k = 1 if c(k) > 0, else 0"
range   = [0, 1]
better  = "higher"
summary = "mean"
cite    = "Craswell and Hawking, Overview of the TREC 2004 Web Track."
aliases = ["Hit", "HR", "HitRate", "Hit_rate"]

[also.Success.parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[also.Success.peers]
trec_eval   = "success_{k}"
ir_measures = "Success(rel={rel})@{k}"

[also.NumNonrelRet]
title   = "Number of judged nonrelevant documents retrieved"
about   = """
    How many of the documents retrieved are judged and not relevant; added up over queries, not averaged. Unjudged
    documents, and those with a negative relevance, are not counted."""
formula = "b(n)"
cite    = "trec_eval, m_num_nonrel_judged_ret.c: https://github.com/usnistgov/trec_eval"
ties    = "no order changes it"
needs   = "judged"
peers   = { trec_eval = "num_nonrel_judged_ret" }
*/
{%- set counted -%} relevance >= $rel and rank <= $k {%- endset -%}
{%- set NumRel.counted -%} relevance >= $rel {%- endset -%}
{%- set NumNonrelRet.counted -%} relevance >= 0 and relevance < $rel and rank is not null {%- endset -%}
{%- set value -%} count(*) {%- endset -%}
{%- set Success.value -%} least(count(*), 1) {%- endset -%}
select run, query_id, {{ value }} as value
from judged
where {{ counted }}
group by all
/*
example = [
    ["Two found and two missed.", { ranking = [1, 0, 2], missed = [1, 3], NumRel = 4, NumRelRet = 2 }],
    ["Of grade 2 or better.", { ranking = [1, 0, 2], missed = [1, 3], with = { rel = 2 }, NumRel = 2 }],
    ["Two are found, and one is missed.", { ranking = [1, 0, 2], missed = [1], Hits = 2 }],
    ["Relevant just at the cutoff, and just below it.", { ranking = [0, 1, 1], with = { k = 2 }, Hits = 1 }],
    ["One of three.", { ranking = [1, 0], missed = [1, 1], NumRelRet = 1 }],
    ["The first relevant document stands at rank 3.", { ranking = [0, 0, 1, 1], with = { k = 3 }, Success = 1 }],
    ["None is among the first two.", { ranking = [0, 0, 1, 1], with = { k = 2 }, Success = 0 }],
    ["More than one is no more.", { ranking = [1, 1], Success = 1 }],
    ["Two are judged 0; one is unjudged, and one has a negative relevance.",
        { ranking = [1, 0, "?", 0, -1], NumNonrelRet = 2 }],
    ["Grade 1 is not relevant, found; the one missed is not retrieved.",
        { ranking = [1, 0, 2], missed = [1], with = { rel = 2 }, NumNonrelRet = 2 }],
]
*/
