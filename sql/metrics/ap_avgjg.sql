/*
name    = "AP_avgjg"
title   = "Average precision, the mean over judges"
family  = "judgments"
about   = """
    Average precision by each judge's own judgments, the mean over the judges of the query; 0 for one who finds nothing
    relevant. The judge stands where judgments by subtopic have the subtopic: field 2 of TREC text, or a column
    judge."""
formula = "AP_avgjg = 1/J Σ AP(j) over the J judges"
range   = [0, 1]
better  = "higher"
cite    = "Buckley, trec_eval, map_avgjg."
aliases = ["MAP_avgjg"]

[parameters]
rel = { type = "relevance" }

[peers]
trec_eval = "map_avgjg"
*/
select run, query_id, sum(ap order by subtopic asc) / any_value(num_judges) as value
from
    (
        select run, query_id, subtopic, sum(hits / rank order by rank asc) / any_value(num_rel) as ap
        from ({{ relevant_to_judges() }})
        group by all
    )
join ({{ number_of_judges() }}) using (query_id)
group by all
/*
example = [
    ["To judge a documents 1 and 3 are relevant, to b document 2: ((1 + 2/3) / 2 + 1/2) / 2.",
        { ranking = [{ a = 1, b = 0 }, { a = 0, b = 1 }, { a = 1, b = 0 }], value = 0.666667 }],
    ["Judge b finds nothing relevant, and judge a also what is missed: ((1 + 2/3) / 3 + 0) / 2.",
        { ranking = [{ a = 1, b = 0 }, { a = 0 }, { a = 1, b = -1 }], missed = [{ a = 1 }], value = 0.277778 }],
    ["Relevance 1 is not relevant: (1/2 + 0) / 2.",
        { ranking = [{ a = 1, b = 1 }, { a = 2, b = 1 }], missed = [{ b = 2 }], with = { rel = 2 }, value = 0.25 }],
]
*/
