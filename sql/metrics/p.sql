/*
name     = "P"
title    = "Precision"
family   = "precision"
about    = "The share of the first k documents that are relevant; without a cutoff, of all documents retrieved."
formula  = "P@k = c(k) / k; P = c(n) / n, n documents retrieved"
range    = [0, 1]
better   = "higher"
residual = "P_residual"
cite     = "Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979, chapter 7."
papers   = ["Järvelin and Kekäläinen 2002", "Moffat and Zobel 2008", "Della Mea and Mizzaro 2004"]
aliases  = ["Precision"]
macros   = ["precision"]
needs    = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
trec_eval   = ["set_P", "P_{k}"]
ir_measures = ["SetP(rel={rel})", "SetP(relative=False,rel={rel})", "P(rel={rel})@{k}"]
*/
select run, query_id, count(*) / any_value({{ examined() }}) as value
from judged
join topics using (run, query_id)
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["Moffat and Zobel 2008, table II: 5 relevant documents in 20.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 20 }, value = 0.25 }],
    ["With a cutoff beyond the ranking, the missing ranks count as not relevant.",
        { ranking = [1, 0, 1], with = { k = 5 }, value = 0.4 }],
    ["Without a cutoff, the documents retrieved are the whole.", { ranking = [1, 0, 1], value = 0.666667 }],
    ["Relevant just at the cutoff, and just below it.", { ranking = [0, 1, 1], with = { k = 2 }, value = 0.5 }],
]
*/
