/*
name    = "alpha_nCG"
title   = "Novelty-biased normalized cumulative gain"
family  = "novelty"
about   = """
    Cumulative gain in which each further document with the same nugget gains less, as a share of what the greedy
    ideal ranking gives."""
formula = "α-nCG@k = α-CG@k over that of the greedy ideal ranking, at most 1"
range   = [0, 1]
better  = "higher"
cite    = "Clarke et al., SIGIR 2008, sections 5.1 and 5.2. doi:10.1145/1390334.1390446"
papers  = ["Clarke et al. 2008"]

[parameters]
alpha  = { type = "novelty" }
cap    = { type = "novelty", idle = "k == whole_ranking" }
k      = { type = "cutoff" }
*/
select run, query_id, {{ credited('cg / ideal_cg') }} as value
from (select run, query_id, sum(gain order by rank asc) as cg from ({{ alpha_gains() }}) group by all)
join (select query_id, sum(gain order by rank asc) as ideal_cg from greedy_ideal group by all) using (query_id)
where ideal_cg > 0
/*
example = [
    ["Table 2 at rank 3: 2.75 of 5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.55 },
        { with = { k = 3 } }],
    ["At rank 5: 4.75 of 6.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.791667 },
        { with = { k = 5 } }],
    ["One subtopic, at rank 2, where the ideal is 1 too.", { ranking = [[], ["1"]], value = 1 }],
]
*/
