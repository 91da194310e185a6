/*
name    = "D_nDCG"
title   = "Discounted cumulative gain over intents"
family  = "intents"
about   = "nDCG in which a document gains what it is worth for each subtopic, by how likely that is."
formula = "D-nDCG@k = nDCG@k of GG(d) = Σ P(s) g(s, d) over the subtopics s; the ideal ranking is by GG"
range   = [0, 1]
better  = "higher"
cite    = "Sakai and Song, SIGIR 2011. doi:10.1145/2009916.2010055"

[parameters]
gains = { type = "gains" }
k     = { type = "cutoff" }

[also.Dsharp_nDCG]
title   = "Subtopic recall and discounted cumulative gain over intents"
about   = "D-nDCG and subtopic recall in one number."
formula = "D#-nDCG@k = γ I-rec@k + (1 - γ) D-nDCG@k"

[also.Dsharp_nDCG.parameters]
gamma = { type = "DOUBLE", default = 0.5, within = "[0, 1]", about = "weight of subtopic recall against D-nDCG" }
*/
{%- set ndcgs -%}
select run, query_id, least(dcg / ideal_dcg, 1) as d_ndcg
from
    (
        select run, query_id, sum(global_gain / log2(rank + 1) order by rank asc) as dcg
        from ({{ global_gains() }})
        group by all
    )
join
    (
        select query_id, sum(global_gain / log2(place + 1) order by place asc) as ideal_dcg
        from ({{ ideal_global_gains() }})
        where place <= $k
        group by all
    )
    using (query_id)
where ideal_dcg > 0
{%- endset -%}

{%- set D_nDCG.query -%}
select run, query_id, d_ndcg as value
from ({{ ndcgs }})
{%- endset -%}

{%- set Dsharp_nDCG.query -%}
select run, query_id, $gamma * coalesce(i_rec, 0) + (1 - $gamma) * coalesce(d_ndcg, 0) as value
from ({{ ndcgs }})
full join
    (
        select run, query_id, count(*) / any_value(num_subtopics) as i_rec
        from nuggets
        join ({{ subtopics_of() }}) using (query_id)
        where seen = 0 and rank <= $k
        group by all
    )
    using (run, query_id)
{%- endset -%}

{{ query }}
/*
example = [
    ["Table 2 at rank 5, every nugget as likely. Table 2 at rank 5: the mean of .8 and .8527.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], with = { k = 5 } },
        { D_nDCG = 0.852654, Dsharp_nDCG = 0.826327 }],
    ["Graded: the first gains 2 for one subtopic, the second 1 and 3 for two; (2 + 4 / 1.585) over (4 + 2 / 1.585).",
        { ranking = [{ 1 = 2 }, { 1 = 1, 2 = 3 }], D_nDCG = 0.859719 }],
    ["One subtopic, at rank 2: 1 / log2(3).", { ranking = [[], ["1"]], D_nDCG = 0.630930 }],
    ["All that there is, one document with one nugget, comes first.", { ranking = [["1"]], Dsharp_nDCG = 1 }],
]
*/
