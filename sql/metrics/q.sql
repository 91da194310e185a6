/*
name     = "Q"
title    = "Q-measure"
family   = "q-measure"
about    = """
    Average precision for graded relevance: at the rank of each relevant document, the blended ratio rewards the
    documents found so far and their gains. beta = 0 is AP; the larger beta, the more gains weigh."""
formula  = """
    Q@k = 1/R Σ rel(i) BR(i), i = 1..k; BR(i) = (beta cg(i) + c(i)) / (beta cg*(i) + i); cg(i) is the gain, c(i) the
    relevant documents, of the first i; cg* is that of the ideal ranking"""
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Sakai, Controlling the penalty on late arrival of relevant documents in information retrieval evaluation with
    graded relevance, 2006, equations 3 and 4. The divisor min(R, k) is NTCIREVAL's."""
papers   = ["Sakai 2006", "Moffat and Zobel 2008"]
aliases  = ["QMeasure"]

[parameters]
beta    = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = """
    weight of gains relative to the count of relevant documents""" }
gains   = { type = "gains" }
rel     = { type = "relevance" }
divisor = { type = "VARCHAR", default = "R", idle = "k == whole_ranking", one_of = ["R", "min(R,k)"], about = """
    divisor of the sum: the number of relevant documents, or at most k""" }
k       = { type = "cutoff" }

[also.AWP]
title   = "Average weighted precision"
about   = """
    Average precision with, in place of precision, the gain seen as a share of what the ideal ranking gives by the
    same rank."""
formula = """
    AWP@k = 1/R Σ rel(i) cg(i) / cg*(i), i = 1..k; cg(i) is the gain of the first i, cg* that of the ideal ranking"""
cite    = """
    Sakai, Controlling the penalty on late arrival of relevant documents in information retrieval evaluation with
    graded relevance, 2006, equation 6."""
papers  = ["Sakai 2006"]
*/
{%- set Q.ratio -%} ($beta * cg + hits) / ($beta * ideal_cg + rank) {%- endset -%}
{%- set Q.divided_by -%} case $divisor when 'R' then num_rel else least(num_rel, $k) end {%- endset -%}
{%- set AWP.ratio -%} cg / ideal_cg {%- endset -%}
{%- set AWP.divided_by -%} num_rel {%- endset -%}
select run, query_id, sum({{ ratio }} order by rank asc) / any_value({{ divided_by }}) as value
from ({{ cumulated('rank <= $k') }})
join (select query_id, count(*) as num_rel from recall_base where relevance >= $rel group by all) using (query_id)
where relevance >= $rel
group by all
/*
example = [
    ["""Järvelin and Kekäläinen's running example, R = 10. BR(i) = 1, .875, .9167, .7333, .6111, .6190, .6957, .76,
        .8519, .7931.""",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], Q = 0.571822, AWP = 0.566332 }],
    ["The same with beta = 0 is average precision.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { beta = 0 }, Q = 0.590873 }],
    ["The same with a small beta.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { beta = 0.1 }, Q = 0.584741 }],
    ["The same with beta = 10.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { beta = 10 }, Q = 0.567001 }],
    ["The same with beta = 100.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { beta = 100 }, Q = 0.566400 }],
    ["The same with a large beta comes near to AWP, .566332.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { beta = 1000 }, Q = 0.566339 }],
    ["The same with gains 10, 5 and 1 for the three levels.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { gains = "0-1-5-10" }, Q = 0.558215 }],
    ["""The first three ranks of ten relevant documents: (1 + 7/8 + 11/12) / 10. Its first three ranks: (3/3 + 5/6 +
        8/9) / 10.""",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 3 } },
        { Q = 0.279167, AWP = 0.272222 }],
    ["As NTCIREVAL divides: there is room for three, (1 + 7/8 + 11/12) / 3.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 3, divisor = "min(R,k)" } },
        { Q = 0.930556 }],
    ["""Moffat and Zobel 2008, section 3.3, over their tables I and II: of binary relevance, a document adds 2 c(i) / (i
        + min(i, R)).""",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], Q = 0.7 }],
    ["""Of relevance 2 and more, R = 2: documents below gain, but are not counted. BR(2) = (3 + 1) / (5 + 2), BR(3) = (6
        + 2) / (6 + 3).""",
        { ranking = [1, 2, 3], with = { rel = 2 }, Q = 0.730159 }],
    ["What is relevant and gains nothing is counted: (0 + 1) / (1 + 1) and (1 + 2) / (1 + 2).",
        { ranking = [1, 2], with = { gains = "0-0-1" }, Q = 0.75 }],
    ["Fewer are relevant than could be found by rank 2.",
        { ranking = [1, 0], with = { k = 2, divisor = "min(R,k)" }, Q = 1 }],
    ["Past the ideal ranking, nothing is lost by coming late: 1/1 at rank 4.", { ranking = [0, 0, 0, 1], AWP = 1 }],
    ["Of two levels one is relevant: WP = 2/2 at rank 1.", { ranking = [2, 1], with = { rel = 2 }, AWP = 1 }],
]
*/
