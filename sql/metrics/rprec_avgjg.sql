/*
name    = "Rprec_avgjg"
title   = "R-precision, the mean over judges"
family  = "judgments"
about   = """
    Precision at a multiple of R, the number of documents that a judge finds relevant, by each judge's own judgments;
    the mean over the judges of the query, 0 for one who finds nothing relevant. The judge stands where judgments by
    subtopic have the subtopic: field 2 of TREC text, or a column judge."""
formula = """
    Rprec_avgjg = 1/J Σ c(j, m) / m over the J judges; m = floor(multiple R(j) + 0.9), and c(j, m) is how many of the
    first m are relevant to judge j"""
range   = [0, 1]
better  = "higher"
cite    = "Buckley, trec_eval, Rprec_mult_avgjg."

[parameters]
multiple = { type = "DOUBLE", default = 1, above = 0, about = "of R, how many documents are looked at" }
rel      = { type = "relevance" }

[peers]
trec_eval = "Rprec_mult_avgjg_{multiple}"
*/
select run, query_id, sum(precision_there order by subtopic asc) / any_value(num_judges) as value
from
    (
        select run, query_id, subtopic, count(*) / any_value(looked_at) as precision_there
        from (select *, floor($multiple * num_rel + 0.9) as looked_at from ({{ relevant_to_judges() }}))
        where rank <= looked_at
        group by all
    )
join ({{ number_of_judges() }}) using (query_id)
group by all
/*
example = [
    ["R is 2 to judge a and 1 to b: (1/2 + 0/1) / 2.",
        { ranking = [{ a = 1, b = 0 }, { a = 0, b = 1 }, { a = 1, b = 0 }], value = 0.25 }],
    ["Of twice as many: (2/4 + 1/2) / 2.",
        { ranking = [{ a = 1, b = 0 }, { a = 0, b = 1 }, { a = 1, b = 0 }], with = { multiple = 2 }, value = 0.5 }],
    ["1.1 times 1, and nine tenths, is 2; judge b finds nothing relevant: (1/2 + 0) / 2.",
        { ranking = [{ a = 0, b = 0 }, { a = 1 }], with = { multiple = 1.1 }, value = 0.25 }],
    ["Relevance 1 is not relevant: (0/1 + 1/1) / 2.",
        { ranking = [{ a = 1, b = 2 }, { a = 2, b = 1 }], with = { rel = 2 }, value = 0.5 }],
]
*/
