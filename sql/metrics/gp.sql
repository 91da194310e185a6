/*
name    = "gP"
title   = "Generalized precision"
family  = "gain"
about   = """
    Precision of graded relevance: the mean worth of the first k documents; without a cutoff, of all documents
    retrieved. Above 1 if top is stated too low."""
formula = "gP@k = Σ g(i) / top, i = 1..k, over k; without a cutoff over n, n documents retrieved"
range   = [0, inf]
better  = "higher"
cite    = """
    Kekäläinen and Järvelin, Using graded relevance assessments in IR evaluation, JASIST 53(13), 2002.
    doi:10.1002/asi.10137"""
papers  = ["Järvelin and Kekäläinen 2002"]
needs   = "relevant"

[parameters]
top   = { type = "DOUBLE", default = 1, above = 0, about = "highest gain of the scale, worth 1" }
gains = { type = "gains" }
k     = { type = "cutoff" }
*/
select run, query_id, sum({{ gain() }} / $top order by rank asc) / any_value({{ examined() }}) as value
from judged
join topics using (run, query_id)
where rank <= $k and {{ gain() }} <> 0
group by all
/*
example = [
    ["The worked example of Järvelin and Kekäläinen 2002, of grades to 3: 16/3 in 10.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], with = { k = 10, top = 3 }, value = 0.533333 }],
    ["With a cutoff beyond the ranking, the missing ranks are worth nothing.",
        { ranking = [1, 0, 0.5], with = { k = 5 }, value = 0.3 }],
    ["Without a cutoff, the documents retrieved are the whole, judged or not.",
        { ranking = [1, "?", 0.5], value = 0.5 }],
    ["Relevant just at the cutoff, and below it: (1 + 0 + 1/2) / 3.",
        { ranking = [1, 0, 0.5, 1], with = { k = 3 }, value = 0.5 }],
]
*/
