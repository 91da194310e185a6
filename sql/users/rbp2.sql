/*
name    = "RBP2"
title   = "Rank-biased precision of a user with two probabilities"
family  = "utility"
about   = """
    The rate at which a user gains relevant documents who reads on with probability p1 after a relevant document and
    p2 after any other. p1 = p2 is RBP."""
formula = "a(1) = 1, a(i + 1) = a(i) p1 if rel(i) = 1, else a(i) p2"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.3. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]

[parameters]
p1         = { type = "DOUBLE", default = 0.8, within = "[0, 1]", about = """
    probability of reading on after a relevant document""" }
p2         = { type = "DOUBLE", default = 0.8, within = "[0, 1)", about = """
    probability of reading on after any other document""" }
rel        = { type = "relevance" }
per        = { type = "costs" }
other_cost = { type = "costs" }

[rate]
formula = """
    U / X, U = Σ rel(i) a(i), X = Σ a(i), i = 1, 2, ...; a(1) = 1, a(i + 1) = a(i) p1 if rel(i) = 1, else a(i) p2"""

[utility]
about   = """
    How many relevant documents a user is expected to see who reads on with probability p1 after a relevant document
    and p2 after any other."""
formula = "U = Σ rel(i) a(i); a(1) = 1, a(i + 1) = a(i) p1 if rel(i) = 1, else a(i) p2"

[examined]
about      = """
    How many documents a user is expected to look at who reads on with probability p1 after a relevant document and
    p2 after any other. Beyond the ranking nothing is relevant; an empty ranking gives 1 / (1 - p2)."""
formula    = "X = Σ a(i), i = 1, 2, ...; a(1) = 1, a(i + 1) = a(i) p1 if rel(i) = 1, else a(i) p2"
parameters = { rel = { type = "relevance", idle = "p1 == p2" } }

[cost.parameters]
rel = { type = "relevance", idle = "p1 == p2" }
*/
{%- set relevant -%}
select run, query_id, rank, row_number() over (partition by run, query_id order by rank asc) as hits
from judged
where relevance >= $rel and rank is not null
{%- endset -%}

{%- set documents -%}
{{ relevant }}
union all
select run, query_id, null, null
from topics
{%- endset -%}

-- a(i) is p1 for each relevant document above, and p2 for each other
{%- set gains -%} coalesce(sum(pow($p1, hits - 1) * pow($p2, rank - hits) order by rank asc), 0) {%- endset -%}

-- every document seen is followed by the next with p1 or p2, so X = 1 + p1 U + p2 (X - U); rounding may make it less
-- than the first document where p2 is nearly 1
{%- set examines -%} greatest(1, (1 + ($p1 - $p2) * {{ gains }}) / (1 - $p2)) {%- endset -%}

{%- set dearer -%}
select
    priced.run,
    priced.query_id,
    sum(
        (cost - $other_cost)
        * pow($p1, coalesce(hits, 0)) * pow($p2, priced.rank - 1 - coalesce(hits, 0))
        order by priced.rank asc
    ) as more
from priced
asof left join ({{ relevant }}) as relevant
    on relevant.run = priced.run and relevant.query_id = priced.query_id and relevant.rank < priced.rank
group by all
{%- endset -%}
/*
example = [
    ["The running example, tables I and II, for a user whom a relevant document keeps reading.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { p1 = 0.9, p2 = 0.5 } },
        { rate = 0.556650 }],
    ["The same for one whom a relevant document nearly satisfies.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { p1 = 0.5, p2 = 0.9 } },
        { rate = 0.594240 }],
    ["Section 4.1: both 0.8 is RBP with p = 0.8, and 1 / (1 - 0.8) documents are looked at.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0] },
        { rate = 0.452640, utility = 2.263202, examined = 5 }],
    ["""p2 = 0 stops at the first document that is not relevant: U = 1 + 1/2, X = 1 + 1/2 + 1/4. 1 + 1/2 + 1/4, and
        then p2 = 0 ends it.""",
        { ranking = [1, 1, 0, 1], with = { p1 = 0.5, p2 = 0 }, rate = 0.857143, examined = 1.75 }],
    ["p1 = 1 never stops at a relevant document: U = 1 + 1, X = 1 + 1 + (1 + 1/2 + 1/4 + ...).",
        { ranking = [1, 1, 0], missed = [1], with = { p1 = 1, p2 = 0.5 }, rate = 0.5 }],
    ["Every document looked at is relevant, but for one in 10^17: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], with = { p1 = 0.0625, p2 = 0.2 } },
        { rate = 1.0000000000000000 }],
    ["1 + 0.9 + 0.9^2 / 2, since one document between is not relevant.",
        { ranking = [1, 1, 0, 1], with = { p1 = 0.9, p2 = 0.5 }, utility = 2.305 }],
    ["p1 = 0 stops at the first relevant document.",
        { ranking = [0, 1, 1], with = { p1 = 0, p2 = 0.5 }, utility = 0.5 }],
    ["1 + 0.9 + 0.9^2 / (1 - 0.5).", { ranking = [1, 1], with = { p1 = 0.9, p2 = 0.5 }, examined = 3.52 }],
    ["1 + 10^-9 and less, which rounding takes for 0.",
        { ranking = [1, 1, 1], with = { p1 = 1e-9, p2 = 0.9999999999999999 }, examined = 1 }],
    ["Nothing retrieved: 1 / (1 - 0.5).", { ranking = [], missed = [1], with = { p1 = 0.9, p2 = 0.5 }, examined = 2 }],
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], cost = 1.929600 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], with = { per = "search" }, cost = 6.696000 }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { other_cost = 10 }, cost = 10.000000 }],
    ["Documents whose cost is not given cost less than others.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { other_cost = 0.5 }, cost = 11.108800 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { per = "search" }, cost = 5.000000 }],
    ["A user who reads on for sure after a relevant document.",
        { ranking = [0, 1, 1, 0, 0], costs = [1, 2, 4, 8, 16], with = { p1 = 1, p2 = 0.5 }, cost = 4.083333 }],
    ["A user who rather reads on after a relevant document.",
        { ranking = [1, 0, 1, 1, 0], costs = [1, 2, 4, 8, 16], with = { p1 = 0.9, p2 = 0.5 }, cost = 4.028846 }],
    ["Nothing relevant.", { ranking = [0, 0], costs = [1, 2], with = { p1 = 0.9, p2 = 0.5 }, cost = 1.250000 }],
]
*/
