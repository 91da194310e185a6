/*
name    = "RBP"
called  = "rank-biased precision"
title   = "Rank-biased precision"
family  = "utility"
about   = "The rate at which a user who reads on with probability p gains relevant documents."
formula = "a(i) = p^(i - 1), i = 1, 2, ..."
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, sections 4.1 and 4.7. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]
needs   = "relevant"

[parameters]
p          = { type = "persistence" }
rel        = { type = "worth" }
top        = { type = "worth" }
scale      = { type = "VARCHAR", default = "top", one_of = ["top", "query"], about = """
    what gains are divided by: top; or the highest gain of the query, but at least 1, as in trec_eval 10""" }
gains      = { type = "gains" }
beyond     = { type = "VARCHAR", default = "counts", one_of = ["counts", "trec_eval"], about = """
    whether ranks beyond the ranking count: they do; or, as in trec_eval 10, the residual is 0 if every document
    retrieved is judged""" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "cutoff" }

[rate]
formula  = """
    RBP@k = (1 - p) Σ g(i) p^(i - 1), i = 1..k; g(i) is 1 if relevant and 0 if not, or the gain as a share of top"""
residual = "RBP_residual"

[rate.peers]
trec_eval   = "rbp_p={p}"
ir_measures = ["RBP(p={p},rel={rel})", "RBP(p={p},rel={rel})@{k}"]

[utility]
formula = "Σ g(i) p^(i - 1); g(i) is 1 if relevant and 0 if not, or the gain as a share of top"

[examined]
about   = "How many documents the user of RBP is expected to look at; the same for every ranking."
formula = "1 / (1 - p)"
ties    = "no order changes it"

[residual]
about    = """
    How far RBP could still rise: the weight of the ranks whose documents are unjudged, and of all beyond the
    ranking. A negative relevance counts as unjudged."""
formula  = "1 - (1 - p) Σ p^(i - 1) over the judged ranks i <= k"
cite     = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4. doi:10.1145/1416950.1416952"
monotone = true
peers    = { trec_eval = "rbp_resid_p={p}" }
*/
{%- set rate -%}
select run, query_id, (1 - $p) * sum(pow($p, rank - 1) * {{ share() }} order by rank asc) as value
from judged {{ highest_gains() }}
where relevance > 0 and rank <= $k
group by all
{%- endset -%}

{%- set utility -%}
select run, query_id, sum(pow($p, rank - 1) * {{ worth() }} order by rank asc) as value
from judged
where relevance > 0 and rank <= $k
group by all
{%- endset -%}

{%- set documents -%} select run, query_id from topics {%- endset -%}
{%- set examines -%} 1 / (1 - $p) {%- endset -%}

{%- set dearer -%}
select run, query_id, sum((cost - $other_cost) * pow($p, rank - 1) order by rank asc) as more
from priced
group by all
{%- endset -%}

{%- set residual -%}
select
    run,
    query_id,
    case
        when $beyond = 'trec_eval' and coalesce(num_judged, 0) = least(num_ret, $k) then 0
        else 1 - (1 - $p) * weight
    end as value
from topics
left join
    (
        select run, query_id, count(*) as num_judged, sum(pow($p, rank - 1) order by rank asc) as weight
        from judged
        where relevance >= 0 and rank <= $k
        group by all
    )
    using (run, query_id)
{%- endset -%}
/*
example = [
    ["The paper's running example, tables I and II: relevant at ranks 1, 2, 6, 11 and 17 of 20.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { p = 0.5 } },
        { rate = 0.766121 }],
    ["The same for a persistent user.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { p = 0.95 } },
        { rate = 0.188132 }],
    ["Section 4.4: four of them relevant, and ranks 13, 14 and 17 unjudged. RBP is at least .7661, and at most .7663.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], with = { p = 0.5 } },
        { rate = 0.766113 }],
    ["p = 0 is precision at rank 1.", { ranking = [1, 1, 0], with = { p = 0 }, rate = 1 }],
    ["Graded gains of a scale to 4: .2 (2/4 + .8^5 1/4 + .8^9 4/4).",
        { ranking = [2, "?", 0, "?", 0, 1, "?", 0, "?", 4], with = { top = 4 }, rate = 0.143228 }],
    ["Weights of the grades, in [0, 1]; a gain above 1, or above top, is refused.",
        { ranking = [2, 0, 1], with = { p = 0.5, gains = "0-0.5-1" }, rate = 0.5625 }],
    ["As trec_eval 10: the highest grade of the query is worth 1, found or not: .5 * 2/4 + .25 * 1/4.",
        { ranking = [2, 1], missed = [4], with = { p = 0.5, scale = "query" }, rate = 0.3125 }],
    ["If no gain is above 1 each is worth itself: .5 * .5.",
        { ranking = [0.5], with = { p = 0.5, scale = "query" }, rate = 0.25 }],
    ["Relevant just at the cutoff, and just below it: .5 + .25; in all, 1 + .5.",
        { ranking = [1, 1, 1], with = { p = 0.5, k = 2 }, rate = 0.75, utility = 1.5 }],
    ["A grade is relevant or not, if neither top nor gains are said.",
        { ranking = [2], with = { p = 0.5 }, rate = 0.5 }],
    ["""The paper's running example, tables I and II: relevant at ranks 1, 2, 6, 11 and 17 of 20; 5 documents are
        expected to be read. Section 4.1: p = 0.8.""",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], utility = 2.263202, examined = 5 }],
    ["Graded gains of a scale to 2: 1 + .5^2 1/2.",
        { ranking = [2, 0, 1], with = { p = 0.5, top = 2 }, utility = 1.125 }],
    ["p = 0.95, and nothing retrieved.", { ranking = [], missed = [1], with = { p = 0.95 }, examined = 20 }],
    ["p = 0: the first document alone.", { ranking = [1], with = { p = 0 }, examined = 1 }],
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], cost = 1.929600 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], with = { per = "search" }, cost = 6.696000 }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { other_cost = 10 }, cost = 10.000000 }],
    ["Documents whose cost is not given cost less than others.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { other_cost = 0.5 }, cost = 11.108800 }],
    ["Nothing retrieved: what is beyond the ranking costs 1. An empty ranking could still be anything.",
        { ranking = [], missed = [1], with = { per = "search" }, cost = 5.000000, residual = 1 }],
    ["p = 0: the first document alone.", { ranking = [0, 1], costs = [7, 9], with = { p = 0 }, cost = 7.000000 }],
    ["Section 4.4: relevant at ranks 1, 2, 6 and 11 of 20, unjudged at 13, 14 and 17; p = 0.8.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], residual = 0.041898 }],
    ["The same for p = 0.95.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], with = { p = 0.95 } },
        { residual = 0.433177 }],
    ["A negative relevance means unjudged; judged at the cutoff, and below it: 1 - .25.",
        { ranking = [-1, 1, 1], with = { p = 0.5, k = 2 }, residual = 0.75 }],
    ["All that is retrieved is judged, which ends a ranking of two: .25.",
        { ranking = [1, 0], with = { p = 0.5 }, residual = 0.25 }],
    ["As trec_eval 10 has it.", { ranking = [1, 0], with = { p = 0.5, beyond = "trec_eval" }, residual = 0 }],
    ["To rank 1 all is judged.", { ranking = [1, "?"], with = { p = 0.5, k = 1, beyond = "trec_eval" }, residual = 0 }],
    ["So it is if nothing is retrieved.",
        { ranking = [], missed = [1], with = { p = 0.5, beyond = "trec_eval" }, residual = 0 }],
    ["If one of them is not judged it counts the ranks beyond too: .5 + .25.",
        { ranking = ["?", 0], with = { p = 0.5, beyond = "trec_eval" }, residual = 0.75 }],
]
*/
