/*
name    = "RelativeP"
about   = "Each relevant document is among the first k with the chance that a rank of its score is."
formula = """
    E[relative P@k] = Σ w(d) / min(R, k), w(d) = min((k - a + 1) / (b - a + 1), 1), d relevant and tied over ranks a
    to b"""
*/
select
    run,
    query_id,
    sum({{ chance_within() }} order by rank asc) filter (tied_from <= $k)
    / nullif(least(count(*), any_value({{ examined() }})), 0) as value
from judged
join topics using (run, query_id)
where relevance >= $rel
group by all
/*
example = [
    ["One of two tied documents is relevant, and a cutoff takes one: 1/2 of 1.",
        { ranking = [1, 0], missed = [1], scores = [1, 1], with = { k = 1 }, value = 0.5 }],
]
*/
