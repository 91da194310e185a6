/*
name       = "AP_avgjg"
title      = "Average precision, the mean over judges"
family     = "judgments"
about      = """
    Average precision by each judge's own judgments, the mean over the judges of the query; 0 for one who finds nothing
    relevant. The judge stands where judgments by subtopic have the subtopic: field 2 of TREC text, or a column
    judge."""
formula    = "AP_avgjg = 1/J Σ AP(j) over the J judges"
range      = [0, 1]
better     = "higher"
cite       = "Buckley, trec_eval, map_avgjg."
aliases    = ["MAP_avgjg"]
parameters = { rel = { type = "relevance" } }
peers      = { trec_eval = "map_avgjg" }

[also.P_avgjg]
title   = "Precision, the mean over judges"
about   = """
    Precision by each judge's own judgments, the mean over the judges of the query. The judge stands where judgments by
    subtopic have the subtopic: field 2 of TREC text, or a column judge."""
formula = "P_avgjg@k = 1/J Σ P(j)@k over the J judges"
cite    = "Buckley, trec_eval, P_avgjg."
peers   = { trec_eval = "P_avgjg_{k}" }

[also.P_avgjg.parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[also.Rprec_avgjg]
title   = "R-precision, the mean over judges"
about   = """
    Precision at a multiple of R, the number of documents that a judge finds relevant, by each judge's own judgments;
    the mean over the judges of the query, 0 for one who finds nothing relevant. The judge stands where judgments by
    subtopic have the subtopic: field 2 of TREC text, or a column judge."""
formula = """
    Rprec_avgjg = 1/J Σ c(j, m) / m over the J judges; m = floor(multiple R(j) + 0.9), and c(j, m) is how many of the
    first m are relevant to judge j"""
cite    = "Buckley, trec_eval, Rprec_mult_avgjg."
peers   = { trec_eval = "Rprec_mult_avgjg_{multiple}" }

[also.Rprec_avgjg.parameters]
multiple = { type = "DOUBLE", default = 1, above = 0, about = "of R, how many documents are looked at" }
*/
-- The documents that each judge finds relevant, with how many of those the judge has found by then, and in all.
{%- set found_relevant -%}
select run, query_id, subtopic, rank, num_rel, row_number() over so_far as hits
from nuggets
join
    (select query_id, subtopic, count(*) as num_rel from nugget_base where relevance >= $rel group by all)
    using (query_id, subtopic)
where relevance >= $rel
window so_far as (partition by run, query_id, subtopic order by rank asc)
{%- endset -%}

{%- set P_avgjg.by_judge -%}
select run, query_id, subtopic, count(*) / any_value({{ examined() }}) as value
from nuggets
join topics using (run, query_id)
where relevance >= $rel and rank <= $k
group by all
{%- endset -%}

{%- set AP_avgjg.by_judge -%}
select run, query_id, subtopic, sum(hits / rank order by rank asc) / any_value(num_rel) as value
from ({{ found_relevant }})
group by all
{%- endset -%}

{%- set Rprec_avgjg.by_judge -%}
select run, query_id, subtopic, count(*) / any_value(looked_at) as value
from (select *, floor($multiple * num_rel + 0.9) as looked_at from ({{ found_relevant }}))
where rank <= looked_at
group by all
{%- endset -%}

select run, query_id, sum(value order by subtopic asc) / any_value(num_judges) as value
from ({{ by_judge }})
-- one who finds nothing relevant is a judge too
join (select query_id, count(*) as num_judges from judges group by all) using (query_id)
group by all
/*
example = [
    ["""To judge a documents 1 and 3 are relevant, to b document 2: ((1 + 2/3) / 2 + 1/2) / 2. Of 3 documents 2 are
        relevant to judge a, and 1 to b. R is 2 to judge a and 1 to b: (1/2 + 0/1) / 2.""",
        { ranking = [{ a = 1, b = 0 }, { a = 0, b = 1 }, { a = 1, b = 0 }] },
        { AP_avgjg = 0.666667, P_avgjg = 0.5, Rprec_avgjg = 0.25 }],
    ["Judge b finds nothing relevant, and judge a also what is missed: ((1 + 2/3) / 3 + 0) / 2.",
        { ranking = [{ a = 1, b = 0 }, { a = 0 }, { a = 1, b = -1 }], missed = [{ a = 1 }], AP_avgjg = 0.277778 }],
    ["Relevance 1 is not relevant: (1/2 + 0) / 2.",
        { ranking = [{ a = 1, b = 1 }, { a = 2, b = 1 }], missed = [{ b = 2 }], with = { rel = 2 }, AP_avgjg = 0.25 }],
    ["By rank 2, one to each; judge c finds nothing relevant.",
        { ranking = [{ a = 1, b = 0 }, { a = 0, b = 1, c = 0 }, { a = 1, b = 1 }], with = { k = 2 } },
        { P_avgjg = 0.333333 }],
    ["Relevance 1 is not relevant.",
        { ranking = [{ a = 1, b = 1 }, { a = 2, b = 1 }], with = { rel = 2 }, P_avgjg = 0.25 }],
    ["Of twice as many: (2/4 + 1/2) / 2.",
        { ranking = [{ a = 1, b = 0 }, { a = 0, b = 1 }, { a = 1, b = 0 }], with = { multiple = 2 } },
        { Rprec_avgjg = 0.5 }],
    ["1.1 times 1, and nine tenths, is 2; judge b finds nothing relevant: (1/2 + 0) / 2.",
        { ranking = [{ a = 0, b = 0 }, { a = 1 }], with = { multiple = 1.1 }, Rprec_avgjg = 0.25 }],
    ["Relevance 1 is not relevant: (0/1 + 1/1) / 2.",
        { ranking = [{ a = 1, b = 2 }, { a = 2, b = 1 }], with = { rel = 2 }, Rprec_avgjg = 0.5 }],
]
*/
