/*
name    = "Q"
about   = """
    As of AP, and of gains: down to a relevant rank, what is above its group, its own, and of the others their share."""
formula = """
    E[Q@k] = 1/R Σ r / n (beta g(i) + c(i)) / (beta cg*(i) + i), i = 1..k; c(i) and g(i) are the relevant documents
    and the gain expected down to rank i if it is relevant, as r of its n are"""

[also.AWP]
formula = """
    E[AWP@k] = 1/R Σ r / n g(i) / cg*(i), i = 1..k; g(i) is the gain expected down to rank i if it is relevant,
    as r of its n are"""
*/
{%- set Q.ratio -%} ($beta * cg + hits) / ($beta * ideal_cg + rank) {%- endset -%}
{%- set Q.divided_by -%} case $divisor when 'R' then num_rel else least(num_rel, $k) end {%- endset -%}
{%- set AWP.ratio -%} cg / ideal_cg {%- endset -%}
{%- set AWP.divided_by -%} num_rel {%- endset -%}
select run, query_id, sum(chance * {{ ratio }} order by rank asc) / any_value({{ divided_by }}) as value
from ({{ cumulated_by_rank() }})
join (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all) using (query_id)
where rank <= $k
group by all
/*
example = [
    ["Gains of 2, 1 and 0 tied, two of them relevant: (5/9 + 7.5/15 + 10/18) / 2.",
        { ranking = [2, 1, 0], scores = [1, 1, 1], Q = 0.805556 }],
    ["A gain of 1 at rank 1 or 2, of an ideal that gains 1: (1 + 1) / 2.",
        { ranking = [1, 0], scores = [1, 1], AWP = 1 }],
]
*/
