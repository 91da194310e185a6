/*
name    = "R_cap"
about   = "Each relevant document is among the first k with the chance that a rank of its score is."
formula = """
    E[R_cap@k] = Σ w(d) / min(R, k), w(d) = min((k - a + 1) / (b - a + 1), 1), d relevant and tied over ranks a to b"""
cite    = """
    McSherry and Najork, ECIR 2008, Computing information retrieval performance measures efficiently in the presence of
    tied scores. doi:10.1007/978-3-540-78646-7_38"""
*/
select
    run,
    query_id,
    sum({{ chance_within() }} order by rank asc) filter (tied_from <= $k) / least(count(*), $k) as value
from judged
where relevance >= $rel
group by all
/*
example = [
    ["One of two tied documents is relevant, and a cutoff takes one: 1/2 of 1.",
        { ranking = [1, 0], missed = [1], scores = [1, 1], with = { k = 1 }, value = 0.5 }],
]
*/
