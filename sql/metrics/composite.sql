/*
name    = "Composite"
title   = "Composite of precision and recall"
family  = "precision"
about   = """
    Precision and recall at one depth in one number: the documents both retrieved and relevant, over those that are
    either."""
formula = "Composite@k = 1 / (1/P@k + 1/R@k - 1); 0 if P or R is 0"
range   = [0, 1]
better  = "higher"
cite    = """
    Shaw, On the foundation of evaluation, JASIS 37(5), 1986; Moffat and Zobel, ACM TOIS 27(1), 2008, section 3.3."""
papers  = ["Moffat and Zobel 2008"]
needs   = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
select
    run,
    query_id,
    -- with P = c / k and R = c / num_rel the formula is c / (k + num_rel - c), which is 0 if c is
    hits / (depth + num_rel - hits) as value
from
    (
        select
            run,
            query_id,
            {{ examined() }} as depth,
            count(*) as num_rel,
            count(*) filter (rank <= $k) as hits
        from judged
        join topics using (run, query_id)
        where relevance >= $rel
        group by all
    )
/*
example = [
    ["Tables I and II: all 5 relevant documents are among 20.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 20 }, value = 0.25 }],
    ["P = 3/6 and R = 3/5: 1 / (2 + 5/3 - 1).",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { k = 6 }, value = 0.375 }],
    ["Without a cutoff, of 3 documents retrieved 1 is relevant, and 1 more is missed: 1 / (3 + 2 - 1).",
        { ranking = [0, 1, 0], missed = [1], value = 0.25 }],
    ["Nothing relevant is retrieved.", { ranking = [0, "?"], missed = [1], value = 0 }],
]
*/
