/*
name    = "P_avgjg"
title   = "Precision, the mean over judges"
family  = "judgments"
about   = """
    Precision by each judge's own judgments, the mean over the judges of the query. The judge stands where judgments by
    subtopic have the subtopic: field 2 of TREC text, or a column judge."""
formula = "P_avgjg@k = 1/J Σ P(j)@k over the J judges"
range   = [0, 1]
better  = "higher"
cite    = "Buckley, trec_eval, P_avgjg."

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
trec_eval = "P_avgjg_{k}"
*/
select run, query_id, sum(share order by subtopic asc) / any_value(num_judges) as value
from
    (
        select run, query_id, subtopic, count(*) / any_value({{ examined() }}) as share
        from nuggets
        join topics using (run, query_id)
        where relevance >= $rel and rank <= $k
        group by all
    )
join ({{ number_of_judges() }}) using (query_id)
group by all
/*
example = [
    ["Of 3 documents 2 are relevant to judge a, and 1 to b.",
        { ranking = [{ a = 1, b = 0 }, { a = 0, b = 1 }, { a = 1, b = 0 }], value = 0.5 }],
    ["By rank 2, one to each; judge c finds nothing relevant.",
        { ranking = [{ a = 1, b = 0 }, { a = 0, b = 1, c = 0 }, { a = 1, b = 1 }], value = 0.333333 },
        { with = { k = 2 } }],
    ["Relevance 1 is not relevant.",
        { ranking = [{ a = 1, b = 1 }, { a = 2, b = 1 }], with = { rel = 2 }, value = 0.25 }],
]
*/
