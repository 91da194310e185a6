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
*/
select run, query_id, least(dcg / ideal_dcg, 1) as value
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
/*
example = [
    ["Table 2 at rank 5, every nugget as likely.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.852654 },
        { with = { k = 5 } }],
    ["Graded: the first gains 2 for one subtopic, the second 1 and 3 for two; (2 + 4 / 1.585) over (4 + 2 / 1.585).",
        { ranking = [{ 1 = 2 }, { 1 = 1, 2 = 3 }], value = 0.859719 }],
    ["One subtopic, at rank 2: 1 / log2(3).", { ranking = [[], ["1"]], value = 0.630930 }],
]
*/
