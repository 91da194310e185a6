/*
name    = "Rprec"
about   = "P and R at rank R."
formula = "E[Rprec] = 1/R Σ w(d), w(d) = min((R - a + 1) / (b - a + 1), 1), d relevant and tied over ranks a to b"
cite    = """
    McSherry and Najork, ECIR 2008, Computing information retrieval performance measures efficiently in the presence of
    tied scores. doi:10.1007/978-3-540-78646-7_38"""
*/
select
    run,
    query_id,
    sum({{ chance_within('num_rel') }} order by rank asc) filter (tied_from <= num_rel) / any_value(num_rel) as value
from
    (
        select run, query_id, rank, tied_from, tied_to, count(*) over (partition by run, query_id) as num_rel
        from judged
        where relevance >= $rel
    )
group by all
/*
example = [
    ["R = 2; rank 2 is one of three tied, of which one is relevant: (1 + 1/3) / 2.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], value = 0.666667 }],
]
*/
