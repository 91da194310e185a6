/*
name     = "GenAP"
title    = "Generalized average precision"
family   = "q-measure"
about    = """
    The gain per document at the rank of each relevant document, added up, as a share of the same sum over the ideal
    ranking."""
formula  = """
    GenAP = Σ rel(i) cg(i) / i over Σ cg*(i) / i, i = 1..R; cg(i) is the gain of the first i, cg* that of the ideal
    ranking"""
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Sakai, Controlling the penalty on late arrival of relevant documents in information retrieval evaluation with
    graded relevance, 2006, equation 5."""
papers   = ["Sakai 2006"]
aliases  = ["genAveP"]
needs    = "relevant"

[parameters]
gains = { type = "gains" }
rel   = { type = "relevance" }
*/
with
    vector as (
        select run, query_id, rank, relevance, {{ running_sum(gain(), 'so_far') }} as cg
        from judged
        where rank is not null and (relevance >= $rel or {{ gain() }} <> 0)
        window so_far as (partition by run, query_id order by rank asc)
    ),

    counts as (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all),

    ideals as (
        select query_id, sum(ideal_cg / ideal_rank order by ideal_rank asc) as ideal_sum
        from ({{ ideal_vector() }})
        join counts using (query_id)
        where ideal_rank <= num_rel
        group by all
    )

select run, query_id, sum(cg / rank order by rank asc) / any_value(ideal_sum) as value
from vector
join ideals using (query_id)
where relevance >= $rel
group by all
/*
example = [
    ["Järvelin and Kekäläinen's running example, R = 10.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], value = 0.581894 }],
    ["Of relevance 2 and more, R = 2; the document below gains too: (3/2 + 6/3) / (3/1 + 5/2).",
        { ranking = [1, 2, 3], with = { rel = 2 }, value = 0.636364 }],
    ["What is relevant and gains nothing is counted: (1/1 + 1/2) over the same.",
        { ranking = [2, 1], with = { gains = "0-0-1" }, value = 1 }],
]
*/
