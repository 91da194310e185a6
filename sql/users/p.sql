/*
name    = "P"
called  = "precision"
formula = "a(i) = 1, i = 1..k"
cite    = "Moffat, Bailey, Scholer and Thomas, ACM TOIS 35(3), 2017, on the user of P@k. doi:10.1145/3052768"

[parameters]
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "stop" }

[cost]
about = """
    What the user of precision, who looks at k documents, is expected to pay: for each document that is looked at,
    or for all of them. Costs are given beside the runs (--costs)."""

[also.RR]
called  = "reciprocal rank"
formula = "a(i) = 1 for i <= s, and 0 for others; s the first rank with rel(i) = 1, at most k"
cite    = "Moffat, Bailey, Scholer and Thomas, ACM TOIS 35(3), 2017, on the user of RR. doi:10.1145/3052768"

[also.RR.parameters]
rel = { type = "relevance" }

[also.RR.cost]
about = """
    What the user of reciprocal rank, who stops at the first relevant document, is expected to pay: for each
    document that is looked at, or for all of them. Costs are given beside the runs (--costs)."""

[also.sDCG]
called  = "sDCG"
formula = "a(i) = 1 / d(i), i = 1..k"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.6. doi:10.1145/1416950.1416952"

[also.sDCG.parameters]
discount = { type = "discount", default = "jk" }
base     = { type = "discount" }
k        = { type = "cutoff", required = true, within = "[1, 100000]" }

[also.sDCG.cost]  # as of other users
*/
{%- set documents -%} select run, query_id from topics {%- endset -%}
{%- set dearer -%}
select run, query_id, sum({{ dearer_by }} order by rank asc) as more
from priced
where rank <= $k
group by all
{%- endset -%}

{%- set P.examines -%} $k {%- endset -%}
{%- set P.dearer_by -%} cost - $other_cost {%- endset -%}

-- who is never stopped, where the least rank is null, looks at k
{%- set RR.documents -%}
select run, query_id, rank
from judged
where relevance >= $rel
union all
select run, query_id, null
from topics
{%- endset -%}
{%- set RR.examines -%} least(min(rank), $k) {%- endset -%}
{%- set RR.dearer -%}
select run, query_id, sum(cost - $other_cost order by rank asc) as more
from priced
join searches using (run, query_id)
where rank <= examined
group by all
{%- endset -%}

{%- set sDCG.examines -%}
(select sum(1 / {{ discount('place') }} order by place asc) from ({{ places_to_k() }}))
{%- endset -%}
{%- set sDCG.dearer_by -%} (cost - $other_cost) / {{ discount('rank') }} {%- endset -%}
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { k = 10 } },
        { P = { cost = 1.700000 }, RR = { cost = 2.500000 }, sDCG = { cost = 1.951566 } }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], with = { k = 10, per = "search" } },
        { P = { cost = 13.500000 }, RR = { cost = 1.000000 }, sDCG = { cost = 6.700889 } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 } },
        { P = { cost = 10.000000 }, RR = { cost = 10.000000 }, sDCG = { cost = 10.000000 } }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 } },
        { P = { cost = 1.500000 }, RR = { cost = 1.500000 }, sDCG = { cost = 1.289578 } }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" } },
        { P = { cost = 5.000000 }, RR = { cost = 5.000000 }, sDCG = { cost = 3.561606 } }],
    ["Nothing relevant.", { ranking = [0, 0], costs = [2, 3], with = { k = 3 }, RR = { cost = 2.000000 } }],
    ["Of grade 2 or better, at rank 3.",
        { ranking = [1, 0, 2, 2], costs = [1, 2, 4, 8], with = { k = 10, rel = 2 }, RR = { cost = 2.333333 } }],
    ["With the discount of cwl_eval.",
        { ranking = [1, 0, 1], costs = [1, 2, 4], with = { k = 3, discount = "log2" }, sDCG = { cost = 2.000000 } }],
]
*/
