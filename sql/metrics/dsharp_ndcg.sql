/*
name    = "Dsharp_nDCG"
title   = "Subtopic recall and discounted cumulated gain over intents"
family  = "intents"
about   = "D-nDCG and subtopic recall in one number."
formula = "D#-nDCG@k = γ I-rec@k + (1 - γ) D-nDCG@k"
range   = [0, 1]
better  = "higher"
cite    = "Sakai and Song, SIGIR 2011. doi:10.1145/2009916.2010055"

[parameters]
gamma  = { type = "DOUBLE", default = 0.5, within = "[0, 1]", about = "weight of subtopic recall against D-nDCG" }
gains  = { type = "gains" }
k      = { type = "cutoff" }
*/
select run, query_id, $gamma * coalesce(i_rec, 0) + (1 - $gamma) * coalesce(d_ndcg, 0) as value
from ({{ d_ndcg() }})
full join
    (
        select run, query_id, count(*) / any_value(num_subtopics) as i_rec
        from nuggets
        join ({{ subtopics_of() }}) using (query_id)
        where seen = 0 and rank <= $k
        group by all
    )
    using (run, query_id)
/*
[[example]]
about   = "Table 2 at rank 5: the mean of .8 and .8527."
ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []]
with    = { k = 5 }
value   = 0.826327
*/
