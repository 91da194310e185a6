/*
name    = "infP"
title   = "Inferred precision"
family  = "judgments"
about   = """
    Precision estimated from a sample of the pool: of each stratum of it, the documents by rank k that were drawn and
    judged stand for those that were not, which have relevance -1. As in sample_eval.pl, a third of a stratum is taken to
    be relevant where none was drawn by rank k."""
formula = """
    infP@k = 1/k Σ N (r + 1e-5) / (n + 3e-5) over the strata; of the first k documents N are of the stratum, n of them
    were drawn and r of these are relevant"""
range   = [0, inf]
better  = "higher"
cite    = """
    Yilmaz, Kanoulas and Aslam, SIGIR 2008, doi:10.1145/1390334.1390437; iP of NIST's sample_eval.pl."""

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
sample_eval = "iP{k}"
*/
with
    found as (
        select
            run,
            query_id,
            stratum,
            count(*) as documents,
            count(*) filter (relevance >= $rel) as num_rel,
            count(*) filter (relevance >= 0) as drawn
        from sampled
        where rank <= $k
        group by all
    )

select
    run,
    query_id,
    sum({{ smoothed("documents", "num_rel", "drawn") }} order by stratum asc)
    / any_value({{ examined() }}) as value
from found
join topics using (run, query_id)
group by all
/*
[[example]]
about = "x"
ranking = [1]
value = 1
*/
