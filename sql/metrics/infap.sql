/*
name       = "infAP"
title      = "Inferred average precision"
family     = "judgments"
about      = """
    Average precision estimated where a sample of a pool is judged. A negative relevance says that a document is in the
    pool and not judged; what has no judgment is not in the pool, and is not relevant."""
formula    = """
    1/R Σ rel(i) (1/i + p(i)/i (r(i) + e) / (r(i) + b(i) + 2e)); of the documents above rank i, p(i) are in the pool,
    r(i) judged relevant and b(i) judged nonrelevant; e = .00001"""
range      = [0, 1]
better     = "higher"
monotone   = false
cite       = """
    Yilmaz and Aslam, Estimating average precision with incomplete and imperfect judgments, CIKM 2006.
    doi:10.1145/1183614.1183633"""
parameters = { rel = { type = "relevance" } }

[peers]
trec_eval   = "infAP"
ir_measures = "infAP(rel={rel})"
*/
with
    pooled as (select run, query_id, rank, relevance from judged where rank is not null),

    counted as (
        select
            run,
            query_id,
            rank,
            pool.above as above,
            nonrel.above as nonrel_above,
            row_number() over (partition by run, query_id order by rank asc) - 1 as rel_above
        from ({{ standing_above('pooled', 'true', 'relevance >= $rel') }}) as pool
        join
            ({{ standing_above('pooled', 'relevance >= 0 and relevance < $rel', 'relevance >= $rel') }}) as nonrel
            using (run, query_id, rank)
    )

select
    run,
    query_id,
    sum(
        1 / rank + above / rank * (rel_above + 1e-5) / (rel_above + nonrel_above + 2e-5) order by rank asc
    ) / any_value(num_rel) as value
from counted
join (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all) using (query_id)
group by all
/*
example = [
    ["All is judged: average precision, but for e. Relevant at ranks 1 and 3, and one missed: (1 + 2/3) / 3.",
        { ranking = [1, 0, 1], missed = [1], value = 0.555556 }],
    ["Rank 2 is in the pool and not judged: (1 + 1/3 + 2/3 (1 + e) / (1 + 2e)) / 2.",
        { ranking = [1, -1, 1], value = 0.999997 }],
    ["Rank 2 is not in the pool: (1 + 1/3 + 1/3) / 2, but for e.", { ranking = [1, "?", 1], value = 0.833332 }],
    ["Nothing is judged above: 1/2 + 1/2 e / 2e.", { ranking = [-1, 1], value = 0.75 }],
    ["Grade 1 is not relevant: 1/2 + 1/2 e / (1 + 2e), of one.",
        { ranking = [1, 2], with = { rel = 2 }, value = 0.500005 }],
]
*/
